//! Saying once what was told twice: a program's message has a text and blocks, of which one may be the other again, its
//! beginning, or something else.

/// Both, or the one of them that says all that the other does.
pub(super) fn said_once(text: String, blocks: String) -> Vec<String> {
    match (says(&blocks, &text), says(&text, &blocks)) {
        (true, true) if blocks.len() < text.len() => vec![text],
        (true, _) => vec![blocks],
        (false, true) => vec![text],
        (false, false) => vec![text, blocks],
    }
}

/// Whether all the words of the part are in the whole, together and in their order.
fn says(whole: &str, part: &str) -> bool {
    bare(whole).contains(&bare(part))
}

/// The words alone, each between two spaces, without the marks that one way of writing them has and another has not.
fn bare(written: &str) -> String {
    let marks = |sign: char| sign.is_whitespace() || "*_~`>|•[]()".contains(sign);
    // A text that was cut ends in dots; an address is the same with a slash at its end.
    let words = written.split(marks).map(|word| word.trim_end_matches(['.', '…', ',', '/']));
    let mut bare = " ".to_owned();
    // A line may begin with the mark of a heading or of a list.
    for word in words.filter(|word| !word.trim_matches(['#', '-']).is_empty()) {
        bare.push_str(word);
        bare.push(' ');
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(text: &str, blocks: &str) -> Vec<String> {
        said_once(text.to_owned(), blocks.to_owned())
    }

    #[test]
    fn what_is_the_same_but_for_its_marks_is_said_once() {
        for (text, blocks) in [
            ("Disk full on *db-1*", "Disk full\non db-1"),
            ("> `rm -r` is _never_ right", "rm -r is never right"),
            ("see the plan (https://a.example/x/)", "see [the plan](https://a.example/x)"),
            ("Steps\n- one\n- two", "## Steps\n• one\n• two"),
        ] {
            assert_eq!(kept(text, blocks).len(), 1, "{text} and {blocks}");
            assert_eq!(kept(blocks, text).len(), 1, "{blocks} and {text}");
        }
    }

    #[test]
    fn a_summary_goes_and_what_says_something_else_stays() {
        assert_eq!(kept("Disk full", "*Disk full*\non db-1"), ["*Disk full*\non db-1"]);
        assert_eq!(
            kept("The build has failed…", "The build has failed again"),
            ["The build has failed again"]
        );
        assert_eq!(kept("Disk full on db-1", "on db-1"), ["Disk full on db-1"]);
        assert_eq!(kept("Ask Mara first", "Deploy now?"), ["Ask Mara first", "Deploy now?"]);
        assert_eq!(kept("a disk", "a diskette"), ["a disk", "a diskette"], "a word is no part of another");
        assert_eq!(kept("-5 EUR", "5 EUR"), ["-5 EUR", "5 EUR"]);
        for (one, other) in [("", "words"), ("…", ""), ("", "")] {
            assert_eq!(kept(one, other), [format!("{one}{other}")]);
            assert_eq!(kept(other, one), [format!("{one}{other}")]);
        }
    }
}
