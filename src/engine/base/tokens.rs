//! How much of a model's attention words take.

/// About as many tokens as a model makes of them. Every model cuts words up in its own way, so this leans to the careful
/// side: four letters to a token where the alphabet is Latin, and one where it is not.
pub(crate) fn tokens(words: &str) -> usize {
    let ascii = words.bytes().filter(u8::is_ascii).count();
    // What begins a letter of several bytes.
    let others = words.bytes().filter(|byte| *byte >= 0xC0).count();
    ascii.div_ceil(4) + others
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_alphabets_take_more_room() {
        assert_eq!(tokens(""), 0);
        assert_eq!(tokens("four"), 1);
        assert_eq!(tokens("fives"), 2);
        assert_eq!(tokens("会議は明日です"), 7);
        assert_eq!(tokens("über"), 2);
    }
}
