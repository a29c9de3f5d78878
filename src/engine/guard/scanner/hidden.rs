//! Characters nobody sees: taken out before anything is compared, counted, and read where they spell a text.
//!
//! Knows only how to look; whether what it found is an attack is weighed elsewhere. What is shown to the model is
//! stripped elsewhere too, and more gently: here an emoji may fall apart.

use kernel::is_invisible;

/// A text without its invisible characters, and what they amounted to.
pub(super) struct Visible {
    pub(super) text: String,
    /// Pairs of Latin letters with something invisible between them; soft hyphens do not count, hyphenation uses them.
    pub(super) joints: usize,
    /// Letters of the tag block that are no part of a flag, and selectors that select nothing.
    pub(super) smuggled: usize,
    /// What the tag block spells.
    pub(super) tags: String,
    /// What runs of variation selectors spell, one byte each.
    pub(super) selectors: String,
}

/// A flag is drawn from a black flag and at most this many tag letters.
const FLAG_LETTERS: usize = 7;

pub(super) fn visible(text: &str) -> Visible {
    let mut seen = Visible {
        text: String::with_capacity(text.len()),
        joints: 0,
        smuggled: 0,
        tags: String::new(),
        selectors: String::new(),
    };
    if text.is_ascii() {
        // Nothing of it is invisible.
        seen.text.push_str(text);
        return seen;
    }
    let mut bytes = Vec::new();
    let mut flag_left = 0;
    let mut last_shown = ' ';
    let mut last_hidden = false;
    let mut joint_open = false;
    for char in text.chars() {
        if let Some(letter) = tag_letter(char) {
            seen.tags.push(letter);
            if flag_left == 0 {
                seen.smuggled += 1;
            }
        }
        if let Some(byte) = selector_byte(char) {
            bytes.push(byte);
            if last_hidden {
                seen.smuggled += 1;
            }
        }
        if is_invisible(char) {
            flag_left = usize::saturating_sub(flag_left, 1);
            joint_open |= char != '\u{ad}';
            last_hidden = true;
            continue;
        }
        if joint_open && is_latin(last_shown) && is_latin(char) {
            seen.joints += 1;
        }
        seen.text.push(char);
        flag_left = if char == '\u{1f3f4}' { FLAG_LETTERS } else { 0 };
        (last_shown, last_hidden, joint_open) = (char, false, false);
    }
    seen.selectors = String::from_utf8_lossy(&bytes).into_owned();
    seen
}

fn is_latin(char: char) -> bool {
    char.is_alphabetic() && u32::from(char) < 0x250
}

fn tag_letter(char: char) -> Option<char> {
    char::from_u32(u32::from(char).checked_sub(0xE_0000)?).filter(|letter| (' '..='~').contains(letter))
}

/// The scheme in use hides one byte in each of the 256 selectors.
fn selector_byte(char: char) -> Option<u8> {
    let code = u32::from(char);
    let byte = match code {
        0xFE00..=0xFE0F => code - 0xFE00,
        0xE_0100..=0xE_01EF => code - 0xE_0100 + 16,
        _ => return None,
    };
    u8::try_from(byte).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_and_families_smuggle_nothing() {
        let seen = visible("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} 👨‍👩‍👧 ❤️ می\u{200c}توانید");
        assert_eq!((seen.smuggled, seen.joints), (0, 0));
    }

    #[test]
    fn what_the_tag_block_spells_is_read() {
        let seen = visible("a\u{e0068}\u{e0069}b");
        assert_eq!((seen.text.as_str(), seen.tags.as_str(), seen.smuggled, seen.joints), ("ab", "hi", 2, 1));
    }
}
