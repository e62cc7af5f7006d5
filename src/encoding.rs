//! The encoding of a text that a user gives: UTF-8, with or without a byte order mark. Whatever else a file can be is named.

/// The mark that some editors write in front of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes without a byte order mark of UTF-8.
pub fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

const UTF_32: &str = "this file is UTF-32: save it as UTF-8";
const ARCHIVE: &str = "unpack it, and name the files that were in it";

/// How files begin that are no text, and what to do with each.
const KINDS: &[(&[u8], &str, &str)] = &[
    (b"\xff\xfe\0\0", UTF_32, ""),
    (b"\0\0\xfe\xff", UTF_32, ""),
    (
        b"PK\x03\x04",
        "this is a zip archive (so are .docx and .xlsx)",
        ARCHIVE,
    ),
    (
        b"PK\x05\x06",
        "this is an empty zip archive",
        "name the files that it was to hold",
    ),
    (
        b"\x1f\x8b",
        "this is packed by gzip",
        "give it a name that ends in `.gz`, or unpack it",
    ),
    (b"BZh", "this is packed by bzip2", "unpack it"),
    (b"\xfd7zXZ\0", "this is packed by xz", "unpack it"),
    (b"\x28\xb5\x2f\xfd", "this is packed by zstd", "unpack it"),
    (b"7z\xbc\xaf\x27\x1c", "this is a 7z archive", ARCHIVE),
    (b"Rar!\x1a\x07", "this is a rar archive", ARCHIVE),
    (
        b"\x89PNG\r\n",
        "this is a picture (PNG)",
        "name the file of the match itself",
    ),
    (
        b"\xff\xd8\xff",
        "this is a picture (JPEG)",
        "name the file of the match itself",
    ),
    (
        b"GIF87a",
        "this is a picture (GIF)",
        "name the file of the match itself",
    ),
    (
        b"GIF89a",
        "this is a picture (GIF)",
        "name the file of the match itself",
    ),
    (
        b"%PDF-",
        "this is a PDF",
        "name the file of the match itself",
    ),
    (
        b"\x7fELF",
        "this is a program",
        "name the log of a match, or put the program after `--`",
    ),
    (
        b"MZ\x90\0",
        "this is a program",
        "name the log of a match, or put the program after `--`",
    ),
    (
        b"SQLite format 3\0",
        "this is a database of SQLite",
        "write the match in it to a file",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        "this is a document of an office program",
        "save it as plain text in UTF-8",
    ),
    (
        b"{\\rtf",
        "this is a document in RTF",
        "save it as plain text in UTF-8",
    ),
];

/// Where the word of a tar archive stands.
const TAR: std::ops::Range<usize> = 257..262;

/// The kind of a file that is no text, and how to go on; `None`: it begins as none of the kinds that are known.
fn kind(bytes: &[u8]) -> Option<String> {
    if bytes.get(TAR) == Some(b"ustar") {
        return Some(format!("this is a tar archive: {ARCHIVE}"));
    }
    if let [
        b'R',
        b'I',
        b'F',
        b'F',
        _,
        _,
        _,
        _,
        b'W',
        b'E',
        b'B',
        b'P',
        ..,
    ] = bytes
    {
        return Some("this is a picture (WebP): name the file of the match itself".into());
    }
    let (start, what, cure) = KINDS.iter().find(|(start, ..)| bytes.starts_with(start))?;
    // A text may begin with these three letters.
    if *start == b"BZh" && bytes.get(4..10) != Some(b"\x31\x41\x59\x26\x53\x59") {
        return None;
    }
    Some(match *cure {
        "" => what.to_string(),
        cure => format!("{what}: {cure}"),
    })
}

/// Help for bytes that are a text in another encoding, as PowerShell's `>` writes it, or no text at all; `None`: they are neither.
pub fn other(bytes: &[u8]) -> Option<String> {
    if let Some(kind) = kind(bytes) {
        return Some(kind);
    }
    let is_utf16 = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without its mark: every other byte of ASCII is zero.
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => *a != 0 && *b != 0,
        _ => false,
    };
    is_utf16.then_some(
        "this file is UTF-16: save it as UTF-8 (in PowerShell: `| Out-File -Encoding utf8 FILE`)"
            .into(),
    )
}

/// The bytes of a text in UTF-8 without its mark. An error names the other encoding, and its cure.
pub fn utf8(mut bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if let Some(cure) = other(&bytes) {
        return Err(cure);
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    Ok(bytes)
}

/// Reads past a byte order mark. An error names another encoding, and its cure.
pub fn past_mark(reader: &mut impl std::io::BufRead) -> std::io::Result<()> {
    let start = reader.fill_buf()?;
    if let Some(cure) = other(start) {
        return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, cure));
    }
    if start.starts_with(MARK) {
        reader.consume(MARK.len());
    }
    Ok(())
}

/// The text of a file that the user wrote. An error says why it cannot be had.
pub fn text_of(path: &std::path::Path) -> std::io::Result<String> {
    let invalid = |why: String| std::io::Error::new(std::io::ErrorKind::InvalidData, why);
    let bytes = utf8(std::fs::read(path)?).map_err(invalid)?;
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        invalid(format!(
            "line {line} has a byte that is no UTF-8: save the file as UTF-8"
        ))
    })
}
