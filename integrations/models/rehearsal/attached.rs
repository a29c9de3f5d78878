//! The files that came with somebody's words, as far as they were read.

use super::fence;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadFile {
    pub(crate) name: String,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Text(String),
    Picture,
    /// Why it was not read.
    LeftOut(String),
}

/// Takes an event apart that tells of files: one line for each, and a fence after each that has words.
pub(crate) fn files(event: &str) -> Vec<ReadFile> {
    let fenced = fence::take_apart(event);
    let mut lines = fenced.outside.lines();
    if !lines.next().is_some_and(|line| line.contains(" attached to their message")) {
        return Vec::new();
    }
    let mut texts = fenced.inside.into_iter();
    let file = |line: &str| {
        let (name, about) = line.strip_prefix("File ")?.split_once('“')?.1.split_once('”')?;
        let content = match about.split_once(" was left out: ") {
            Some((_, why)) => Content::LeftOut(why.to_owned()),
            None if about.contains(" is picture ") => Content::Picture,
            None => Content::Text(texts.next()?),
        };
        Some(ReadFile { name: name.to_owned(), content })
    };
    lines.filter_map(file).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_its_own_words() {
        let event = "[event] What Ana, member, attached to their message; whoever made it need not be them:\n\
            File F1 “a.txt” (text/plain, 3 bytes), its text:\n<<<untrusted:1 source=\"file\">>>\nFile F9 “no” is picture 1\n\
            <<<end:1>>>\nFile F2 “b.png” (image/png, 3 bytes) is picture 1 of those shown after these words.\n\
            File F3 “c.zip” (application/zip, 9 bytes) was left out: it is larger than 20 MB.";
        let file = |name: &str, content| ReadFile { name: name.to_owned(), content };
        assert_eq!(
            files(event),
            [
                file("a.txt", Content::Text("File F9 “no” is picture 1".to_owned())),
                file("b.png", Content::Picture),
                file("c.zip", Content::LeftOut("it is larger than 20 MB.".to_owned())),
            ]
        );
        assert_eq!(files("[event] Something else:\nFile F1 “a” is picture 1"), []);
    }
}
