//! The encoding of a text that a user gives: UTF-8, with or without a byte order mark.

/// The mark that some editors write in front of UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// The bytes without a byte order mark of UTF-8.
pub fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(MARK).unwrap_or(bytes)
}

/// Help for bytes that are a text in another encoding, as PowerShell's `>` writes it; `None`: they are not.
pub fn other(bytes: &[u8]) -> Option<&'static str> {
    let is_utf16 = match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => true,
        // Without its mark: every other byte of ASCII is zero.
        [a, 0, b, 0, ..] | [0, a, 0, b, ..] => *a != 0 && *b != 0,
        _ => false,
    };
    is_utf16.then_some(
        "this file is UTF-16: save it as UTF-8 (in PowerShell: `| Out-File -Encoding utf8 FILE`)",
    )
}

/// The bytes of a text in UTF-8 without its mark. An error names the other encoding, and its cure.
pub fn utf8(mut bytes: Vec<u8>) -> Result<Vec<u8>, String> {
    if let Some(cure) = other(&bytes) {
        return Err(cure.into());
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
