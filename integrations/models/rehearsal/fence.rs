//! Fences around what strangers wrote: `<<<untrusted:NONCE …>>>` to `<<<end:NONCE>>>`.

/// A text taken apart at its fences.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fenced {
    /// What stands outside.
    pub(crate) outside: String,
    /// What stands inside, fence by fence. One that never ends goes to the end of the text.
    pub(crate) inside: Vec<String>,
}

pub(crate) fn take_apart(text: &str) -> Fenced {
    let mut closed = Vec::new();
    let mut open: Option<(String, Vec<&str>)> = None;
    let mut outside = Vec::new();
    for line in text.lines() {
        match &mut open {
            None => match end(line) {
                Some(end) => open = Some((end, Vec::new())),
                None => outside.push(line),
            },
            Some((end, inside)) if line.trim() == end => {
                closed.push(inside.join("\n"));
                open = None;
            }
            Some((_, inside)) => inside.push(line),
        }
    }
    closed.extend(open.map(|(_, inside)| inside.join("\n")));
    Fenced { outside: outside.join("\n").trim().to_owned(), inside: closed }
}

/// The line that ends the fence this line begins.
pub(crate) fn end(line: &str) -> Option<String> {
    nonce(line).map(|nonce| format!("<<<end:{nonce}>>>"))
}

fn nonce(line: &str) -> Option<&str> {
    let rest = line.trim().strip_prefix("<<<untrusted:")?;
    rest.split([' ', '>']).next().filter(|nonce| !nonce.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_fences_own_nonce_ends_it() {
        let text =
            "denied: No.\n<<<untrusted:aa source=\"x\">>>\none\n<<<end:bb>>>\ntwo\n<<<end:aa>>>\nafter";
        let fenced = take_apart(text);
        assert_eq!(fenced.inside, ["one\n<<<end:bb>>>\ntwo"]);
        assert_eq!(fenced.outside, "denied: No.\nafter");
    }

    #[test]
    fn a_fence_that_never_ends_keeps_everything_inside() {
        let fenced = take_apart("<<<untrusted:aa source=\"x\">>>\none\n[event] two");
        assert_eq!(fenced.outside, "");
        assert_eq!(fenced.inside, ["one\n[event] two"]);
    }
}
