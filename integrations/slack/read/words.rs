//! Slack's way of writing text, made plain: `<…>` sequences and the three escaped characters.

/// What somebody said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    /// Without our own mention.
    pub(super) words: String,
    pub(super) to_us: bool,
    /// Somebody else, or a group, is mentioned by name.
    pub(super) to_others: bool,
    /// Other people by their ids, and how they stand in the words.
    pub(super) mentions: Vec<(String, String)>,
    /// What came with it and others may have written.
    pub(super) quoted: Option<String>,
}

/// `us` is the id of our own bot user.
pub(super) fn listen(text: &str, us: &str) -> Spoken {
    let mut spoken = Spoken::default();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        spoken.words.push_str(&unescaped(before));
        // Slack escapes what people type, so a sequence has an end and none inside it.
        let sequence = after.split_once('>').filter(|(sequence, _)| !sequence.contains('<'));
        if let Some((sequence, after)) = sequence {
            spoken.take(sequence, us);
            rest = after;
        } else {
            spoken.words.push('<');
            rest = after;
        }
    }
    spoken.words.push_str(&unescaped(rest));
    spoken.words = spoken.words.trim().to_owned();
    spoken
}

impl Spoken {
    fn take(&mut self, sequence: &str, us: &str) {
        let (target, label) = match sequence.split_once('|') {
            Some((target, label)) => (target, Some(label).filter(|label| !label.is_empty())),
            None => (sequence, None),
        };
        if let Some(user) = target.strip_prefix('@') {
            if user == us {
                self.to_us = true;
                self.swallow_space();
                return;
            }
            self.to_others = true;
            let name = label.unwrap_or(user);
            self.mentions.push((user.to_owned(), format!("@{}", unescaped(name))));
            self.say("@", name);
        } else if let Some(channel) = target.strip_prefix('#') {
            self.say("#", label.unwrap_or(channel));
        } else if let Some(special) = target.strip_prefix('!') {
            // A date is written out in its label; a group's label brings its own sign.
            if special.starts_with("date^") {
                self.say("", label.unwrap_or(special));
            } else {
                self.to_others = true;
                self.say("@", label.unwrap_or(special).trim_start_matches('@'));
            }
        } else {
            let label = label.map(unescaped);
            self.words.push_str(&link(&unescaped(target), label.as_deref()));
        }
    }

    fn say(&mut self, sign: &str, name: &str) {
        self.words.push_str(sign);
        self.words.push_str(&unescaped(name));
    }

    /// Where our mention stood, one space remains, not two.
    fn swallow_space(&mut self) {
        if self.words.ends_with(' ') {
            self.words.pop();
        }
    }
}

/// Both are shown, because what a link says and where it leads can differ.
pub(super) fn link(target: &str, label: Option<&str>) -> String {
    let bare = |target: &str| {
        let schemes = ["mailto:", "tel:", "https://", "http://"];
        let bare = schemes.iter().find_map(|scheme| target.strip_prefix(scheme)).unwrap_or(target);
        bare.trim_end_matches('/').to_owned()
    };
    match label {
        None => target.to_owned(),
        Some(label) if label == target => target.to_owned(),
        Some(label) if label == bare(target) && !target.starts_with("http") => label.to_owned(),
        Some(label) if label.trim_end_matches('/') == bare(target) => target.to_owned(),
        Some(label) => format!("{label} ({target})"),
    }
}

/// In one pass, so that `&amp;lt;` stays the text `&lt;`.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        plain.push_str(before);
        let known = [("lt;", '<'), ("gt;", '>'), ("amp;", '&')];
        let found = known.iter().find_map(|(name, sign)| Some((*sign, after.strip_prefix(name)?)));
        let (sign, after) = found.unwrap_or(('&', after));
        plain.push(sign);
        rest = after;
    }
    plain.push_str(rest);
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> String {
        listen(text, "UBOT").words
    }

    #[test]
    fn our_mention_is_taken_out_wherever_it_stands() {
        assert_eq!(words("<@UBOT> what is new?"), "what is new?");
        assert_eq!(words("please <@UBOT|countersign> look"), "please look");
        assert_eq!(words("look, <@UBOT>"), "look,");
        assert!(listen("<@UBOT>", "UBOT").to_us);
        assert!(!listen("&lt;@UBOT&gt;", "UBOT").to_us);
    }

    #[test]
    fn sequences_become_what_a_reader_sees() {
        assert_eq!(words("<@U2> and <@U3|ana>"), "@U2 and @ana");
        assert_eq!(words("in <#C1|general> or <#C2>"), "in #general or #C2");
        assert_eq!(words("<!here> <!subteam^S1|@sales>"), "@here @sales");
        assert_eq!(words("at <!date^1700000000^{time}|10:00>"), "at 10:00");
        assert_eq!(
            words("<https://a.example/x?y=1&amp;z=2|the plan>"),
            "the plan (https://a.example/x?y=1&z=2)"
        );
        assert_eq!(
            words("<https://evil.example|https://bank.example>"),
            "https://bank.example (https://evil.example)"
        );
        assert_eq!(words("<mailto:ana@b.example|ana@b.example>"), "ana@b.example");
        assert_eq!(words("<http://b.example|b.example>"), "http://b.example");
        assert_eq!(words("<https://b.example>"), "https://b.example");
    }

    #[test]
    fn escaped_characters_come_back_once() {
        assert_eq!(words("a &lt; b &amp;&amp; c &gt; d"), "a < b && c > d");
        assert_eq!(words("&amp;lt;"), "&lt;");
        assert_eq!(words("AT&T &x"), "AT&T &x");
        assert_eq!(words("1 < 2 and <@U2>"), "1 < 2 and @U2");
    }
}
