//! The grammar of CSS: rules, and the declarations that could hide something, as they are written. Doesn't know what
//! they say.

use cssparser::{ParseError, Parser, ParserInput, Token};

use crate::css_text::{DEEPEST, LONGEST, parted, plain, write};
use crate::media::{Holds, holds};
use crate::property::parts;

/// Of selectors of a rule and of one within it.
const MOST_PAIRS: usize = 100;

/// `name: value`, in small letters, without comments, escapes and the words in quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) value: String,
    pub(crate) important: bool,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) selectors: String,
    pub(crate) declared: Vec<Declared>,
    pub(crate) holds: Holds,
}

#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) rules: Vec<Rule>,
    /// How an animation of this name ends.
    pub(crate) endings: Vec<(String, Vec<Declared>)>,
    /// Whether rules lie in one another without measure, so that not all were read.
    pub(crate) is_tangled: bool,
}

pub(crate) fn declarations(css: &str) -> Vec<Declared> {
    let mut input = ParserInput::new(css);
    let mut nested = Sheet::default();
    nested.block(&mut Parser::new(&mut input), "", Holds::Never, DEEPEST)
}

pub(crate) fn rules(css: &str) -> Sheet {
    let mut input = ParserInput::new(css);
    let mut rules = Sheet::default();
    rules.list(&mut Parser::new(&mut input), "", Holds::Always, 0);
    rules
}

/// What stands before a block or a semicolon.
struct Head {
    /// The name after an `@`.
    at: Option<String>,
    /// What else there is, as it is written.
    words: String,
    end: End,
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Line,
    Block,
    Everything,
}

#[derive(Clone, Copy, PartialEq)]
enum Place {
    Sheet,
    Block,
}

impl Head {
    fn read(parser: &mut Parser<'_, '_>, place: Place) -> Self {
        let (mut start, mut at) = (parser.position(), None);
        let mut is_begun = false;
        let end = loop {
            match parser.next_including_whitespace_and_comments() {
                Ok(Token::WhiteSpace(_) | Token::Comment(_)) => {}
                // Old pages hide their style sheets from older browsers.
                Ok(Token::CDO | Token::CDC) if place == Place::Sheet => {
                    start = parser.position();
                }
                Ok(Token::AtKeyword(name)) if !is_begun => {
                    at = Some(name.to_ascii_lowercase());
                    start = parser.position();
                    is_begun = true;
                }
                Ok(Token::CurlyBracketBlock) => break End::Block,
                Ok(Token::Semicolon) if place == Place::Block || at.is_some() => break End::Line,
                Ok(_) => is_begun = true,
                Err(_) => break End::Everything,
            }
        };
        let words = parser.slice_from(start);
        let words =
            if end == End::Everything { words } else { words.get(..words.len() - 1).unwrap_or(words) };
        Self { at, words: words.trim().to_owned(), end }
    }
}

impl Sheet {
    /// Rules one after the other, as in a sheet.
    fn list(&mut self, parser: &mut Parser<'_, '_>, outer: &str, holding: Holds, depth: usize) {
        loop {
            let head = Head::read(parser, Place::Sheet);
            match head.end {
                End::Line => {}
                End::Block => self.ruled(parser, &head, Around { outer, holding, depth }),
                End::Everything => return,
            }
        }
    }

    /// The block of a rule, of which the head has been read.
    fn ruled(&mut self, parser: &mut Parser<'_, '_>, head: &Head, around: Around<'_>) {
        let Around { outer, holding, depth } = around;
        if depth >= DEEPEST {
            self.is_tangled = true;
            return;
        }
        let read = parser.parse_nested_block(|parser| -> Result<(), ParseError<'_, ()>> {
            match head.at.as_deref() {
                None => match within(outer, &head.words) {
                    Some(selectors) => self.rule(parser, &selectors, holding, depth),
                    None => self.is_tangled = true,
                },
                Some(name) if name.ends_with("keyframes") => self.frames(parser, &plain(&head.words)),
                Some("property") => self.registered(parser, &head.words),
                Some(name) => {
                    let holding = holding.min(holds(name, &plain(&head.words)));
                    if holding > Holds::Never && outer.is_empty() {
                        self.list(parser, outer, holding, depth + 1);
                    } else if holding > Holds::Never {
                        self.rule(parser, outer, holding, depth);
                    }
                }
            }
            Ok(())
        });
        // Whatever is wrong in a block ends with it.
        read.ok();
    }

    /// `@property --x { initial-value: … }` says what `--x` is where nobody says anything.
    fn registered(&mut self, parser: &mut Parser<'_, '_>, name: &str) {
        loop {
            let head = Head::read(parser, Place::Block);
            let value = plain(&head.words).strip_prefix("initial-value").map(str::to_owned);
            let rule = |declared| Rule { selectors: "*".to_owned(), declared, holds: Holds::Perhaps };
            self.rules.extend(value.map(|value| rule(declarations(&format!("{}{value}", name.trim())))));
            if matches!(head.end, End::Everything) {
                break;
            }
        }
    }

    fn rule(&mut self, parser: &mut Parser<'_, '_>, selectors: &str, holds: Holds, depth: usize) {
        let place = self.rules.len();
        let declared = self.block(parser, selectors, holds, depth + 1);
        let rule = Rule { selectors: selectors.to_owned(), declared, holds };
        self.rules.insert(place.min(self.rules.len()), rule);
    }

    /// Declarations, and the rules among them.
    fn block(
        &mut self,
        parser: &mut Parser<'_, '_>,
        outer: &str,
        holding: Holds,
        depth: usize,
    ) -> Vec<Declared> {
        let mut declared = Vec::new();
        loop {
            let head = Head::read(parser, Place::Block);
            match head.end {
                End::Block if holding > Holds::Never => {
                    self.ruled(parser, &head, Around { outer, holding, depth });
                }
                End::Block => {}
                End::Line => declared.extend(declaration(&head)),
                End::Everything => {
                    declared.extend(declaration(&head));
                    return declared;
                }
            }
        }
    }

    /// Of an animation, the end stays.
    fn frames(&mut self, parser: &mut Parser<'_, '_>, name: &str) {
        let mut frames = Self::default();
        frames.list(parser, "", Holds::Always, DEEPEST - 2);
        let mut declared: Vec<Declared> = Vec::new();
        for frame in frames.rules {
            if frame.selectors.split(',').any(|when| matches!(when.trim(), "to" | "TO" | "100%")) {
                declared.extend(frame.declared);
            }
        }
        self.endings.push((name.to_owned(), declared));
    }
}

#[derive(Clone, Copy)]
struct Around<'a> {
    outer: &'a str,
    holding: Holds,
    depth: usize,
}

/// The selectors of a rule within another. Nothing if they become ever longer.
fn within(outer: &str, selectors: &str) -> Option<String> {
    if outer.is_empty() {
        return Some(selectors.to_owned());
    }
    let (outers, parts) = (parted(outer, ','), parted(selectors, ','));
    if outers.len() * parts.len() > MOST_PAIRS || (outer.len() + selectors.len()) > LONGEST * 4 {
        return None;
    }
    let pair = |outer: &str, part: &str| {
        if part.contains('&') { part.replace('&', outer) } else { format!("{outer} {part}") }
    };
    let pairs: Vec<String> =
        outers.iter().flat_map(|outer| parts.iter().map(move |part| pair(outer, part))).collect();
    Some(pairs.join(", "))
}

fn declaration(head: &Head) -> Option<Declared> {
    let mut input = ParserInput::new(&head.words);
    let mut parser = Parser::new(&mut input);
    let name = parser.expect_ident_cloned().ok()?;
    parser.expect_colon().ok()?;
    let name = if name.starts_with("--") { name.to_string() } else { name.to_ascii_lowercase() };
    // Most properties hide nothing.
    if !name.starts_with("--") && parts(&name).is_empty() {
        return None;
    }
    let mut value = String::new();
    write(&mut parser, &mut value, 0);
    let (value, important) = match value.rsplit_once('!') {
        Some((value, mark)) if mark.trim() == "important" => (value, true),
        Some(_) => return None,
        None => (value.as_str(), false),
    };
    Some(Declared { name, value: value.trim().to_owned(), important })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn selectors(css: &str) -> Vec<(String, Holds)> {
        rules(css).rules.into_iter().map(|rule| (rule.selectors, rule.holds)).collect()
    }

    #[test]
    fn only_rules_that_may_hold_count() {
        let sheet = "@charset 'utf-8'; .b, p.c { color: red; display: none } @media print { .d { display:none } } <!-- \
                     .e{opacity:.5} --> @media screen, print { .g{display:none} .h{color:red} } .k{} @import url(x.css); \
                     @media (max-width: 600px) { .i{display:none} @media all { .j{} } } @supports (a:b) {.m{}} .l{top:0";
        let found = selectors(sheet);
        let sure: Vec<&str> =
            found.iter().filter(|(_, holds)| *holds == Holds::Always).map(|(one, _)| one.as_str()).collect();
        assert_eq!(sure, [".b, p.c", ".e", ".g", ".h", ".k", ".l"]);
        assert!(found.contains(&(".m".into(), Holds::Perhaps)));
    }

    #[test]
    fn blocks_in_one_another_do_no_harm() {
        assert!(rules(&"@media all{".repeat(90_000)).is_tangled);
        assert!(rules(&"a{".repeat(90_000)).is_tangled);
        assert_eq!(rules(&"@media print{".repeat(90_000)).rules, []);
        assert!(plain(&"(".repeat(90_000)).len() <= LONGEST + DEEPEST);
    }

    #[test]
    fn a_rule_within_another_is_for_what_is_within() {
        let found = selectors(".a, .b{color:red; .c, .d{top:0} &:hover{top:0} @media all{left:0}}");
        let found: Vec<&str> = found.iter().map(|(one, _)| one.as_str()).collect();
        assert_eq!(found, [".a, .b", ".a .c, .a .d, .b .c, .b .d", ".a:hover, .b:hover", ".a, .b"]);
    }

    #[test]
    fn a_declaration_is_read_in_every_disguise() {
        let plain = |css: &str| {
            declarations(css)
                .into_iter()
                .map(|one| format!("{}:{}{}", one.name, one.value, if one.important { "!" } else { "" }))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            plain("D\\49SPLAY/**/:/*;*/ N\\6fne ! IMPORTANT ; ; bad; color : RGB( 1 , 2,3 )"),
            ["display:none!", "color:rgb(1 , 2,3)"]
        );
        assert_eq!(
            plain("--X: None; background:url(a;b) 'c;d' #FFF"),
            ["--X:none", "background:url() \"\" #fff"]
        );
    }

    #[test]
    fn of_an_animation_its_end_is_kept() {
        let found = rules("@keyframes Gone { from{opacity:1} 50%, to{opacity:0} }");
        assert_eq!(found.endings.len(), 1);
        assert_eq!(found.endings[0].0, "gone");
        assert_eq!(found.endings[0].1[0].value, "0");
    }
}
