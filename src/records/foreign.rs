//! Files that are no records, by what they are.

/// Most bytes in which words of another protocol are looked for.
const HEAD: usize = 1 << 12;

/// Words of other protocols, each at the beginning of a line after its arrow or its number, and whose they are.
const PROTOCOLS: [(&[u8], &str); 12] = [
    (b"genmove", "it looks like GTP"),
    (b"boardsize", "it looks like GTP"),
    (b"play black", "it looks like GTP"),
    (b"play white", "it looks like GTP"),
    (b"play B", "it looks like GTP"),
    (b"protocol_version", "it looks like GTP"),
    (b"START", "it looks like Gomocup's protocol"),
    (b"BEGIN", "it looks like Gomocup's protocol"),
    (b"INFO", "it looks like Gomocup's protocol"),
    (b"uci", "it looks like UCI"),
    (b"isready", "it looks like UCI"),
    (b"position", "it looks like UCI"),
];

/// The format that a file may have whose lines begin with arrows, and which is no dialogue of its game.
pub(super) fn arrows(bytes: &[u8]) -> &'static str {
    let head = &bytes[..bytes.len().min(HEAD)];
    let mut lines = head.split(|&byte| byte == b'\n');
    let words = |line: &[u8]| {
        let arrows = line.iter().take_while(|byte| b"<>= \t".contains(byte));
        let start = arrows.count();
        PROTOCOLS
            .iter()
            .find(|(word, _)| line[start..].starts_with(word))
    };
    if let Some((_, known)) = lines.find_map(words) {
        return known;
    }
    if is_markup(head) {
        return "it looks like XML or HTML";
    }
    "is it a dialogue of another protocol, or a text with arrows?"
}

/// True where a file begins with an element, such as `<game id="1">`.
pub(super) fn is_markup(bytes: &[u8]) -> bool {
    let Some(rest) = bytes.trim_ascii_start().strip_prefix(b"<") else {
        return false;
    };
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || b":-_.".contains(byte));
    let name = name.count();
    let first_line = rest.split(|&byte| byte == b'\n').next().unwrap_or_default();
    matches!(rest, [b'!' | b'?', ..])
        || name > 0 && rest[0].is_ascii_alphabetic() && first_line[name..].contains(&b'>')
}
