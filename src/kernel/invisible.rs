//! Characters that nobody sees. Whoever reads a stranger's words asks here, so that none of them knows fewer than another.

/// Those Unicode says to leave out where they cannot be shown, marks around annotations and hieroglyphs, and a note without
/// a head. A joiner or a selector has its place in some scripts and among emoji; whoever minds looks at what is beside it.
pub fn is_invisible(char: char) -> bool {
    matches!(u32::from(char),
        0xAD | 0x34F | 0x61C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x200B..=0x200F
        | 0x202A..=0x202E | 0x2060..=0x206F | 0x3164 | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFB
        | 0x1_3430..=0x1_343F | 0x1_BCA0..=0x1_BCA3 | 0x1_D159 | 0x1_D173..=0x1_D17A | 0xE_0000..=0xE_0FFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_sees_them_and_everything_else_is_seen() {
        let hidden = "\u{ad}\u{34f}\u{200b}\u{200d}\u{202e}\u{2063}\u{3164}\u{fe0f}\u{feff}\u{fff8}\u{1bca1}\u{1d159}\u{e0041}";
        assert!(hidden.chars().all(is_invisible));
        assert!(!"größe 中文 ب 👩 ❤ — “x”\n\t".chars().any(is_invisible));
    }
}
