//! Words as they are compared: small letters without marks, without endings, and what they mean.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::meanings::meanings_of;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Word {
    /// Itself, without its ending.
    Stem(String),
    /// One of the meanings, by its number.
    Meaning(u16),
}

/// Says nothing about a tool, in any of the languages.
const EMPTY: &str = " a an the of to in on at for and or is are be it its this that these those with by from as my me i we you your our \
    what who when where which how do does did can could would should will just please want need get got have has had not no any all \
    der die das den dem des ein eine einen einem einer und oder ist sind war mir mich ich wir du sie er es im am zu zum zur von vom mit \
    auf fur aus bei was wer wann wo wie kann konnte mochte bitte alle noch nicht dass wird werden hat haben man mal \
    le la les un une des du de et ou est sont dans sur pour par avec je tu il elle nous vous mon ma mes que qui quand comment peux \
    peut pas ce cette ces il y au aux en se son sa ses j l d c n qu \
    el los las unos unas del al y o es son estan por para con yo mi mis tu su sus que quien cuando como puedo puede no lo se me te \
    os as um uma do da dos das no na nos nas e ou para por com eu meu minha que quem quando como posso pode nao ao \
    s t m re ve ll ";

pub(super) fn words_of(text: &str) -> Vec<Word> {
    let mut found = Vec::new();
    for written in parted(text) {
        if EMPTY.contains(&format!(" {written} ")) {
            continue;
        }
        found.extend(meanings_of(&written).map(Word::Meaning));
        found.push(Word::Stem(stem(&written)));
    }
    found
}

/// Small letters without marks, parted where something else stands and where a name is written in several words.
fn parted(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for letter in text.nfd().filter(|letter| !is_combining_mark(*letter)) {
        let parts = !letter.is_alphanumeric() || (before.is_lowercase() && letter.is_uppercase());
        if parts {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The endings that English puts on a word; of other languages the meanings know the forms.
fn stem(word: &str) -> String {
    const ENDINGS: [&str; 9] = ["ations", "ation", "ings", "ing", "ies", "ers", "ed", "es", "s"];
    const SHORTEST: usize = 3;
    let ending =
        ENDINGS.iter().find(|ending| word.ends_with(**ending) && word.len() >= ending.len() + SHORTEST);
    match ending {
        Some(&"ies") => format!("{}y", word.trim_end_matches("ies")),
        Some(ending) => word.strip_suffix(ending).unwrap_or(word).to_owned(),
        None => word.strip_suffix('e').filter(|short| short.len() >= SHORTEST).unwrap_or(word).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_and_endings_do_not_count() {
        assert_eq!(parted("mcp__git-hub__createIssue.v2"), ["mcp", "git", "hub", "create", "issue", "v2"]);
        assert_eq!(parted("Événement à Zürich"), ["evenement", "a", "zurich"]);
        assert_eq!(stem("creating"), stem("create"));
        assert_eq!(stem("replies"), stem("reply"));
        assert_eq!(stem("files"), stem("file"));
    }
}
