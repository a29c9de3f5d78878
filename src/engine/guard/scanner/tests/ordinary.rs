//! Ordinary mails, as many as wanted, from a seed: what the scanner must leave in peace.
//!
//! Written before the scanner, and it does not know
//! what the scanner looks for. More variety may be added; nothing may be taken away to please the scanner.

mod abroad;
mod dice;
mod english;
mod machines;
mod papers;
mod technical;

pub(crate) use dice::Dice;

/// So many ordinary mails; the same ones for the same seed.
pub(crate) fn mails(seed: u64, count: usize) -> Vec<String> {
    let mut dice = Dice::new(seed);
    (0..count).map(|_| mail(&mut dice)).collect()
}

fn mail(dice: &mut Dice) -> String {
    let text = match dice.below(100) {
        0..34 => letter(dice),
        34..48 => with_code(dice),
        48..58 => paper(dice),
        58..68 => about_machines(dice),
        68..92 => from_abroad(dice),
        _ => two_languages(dice),
    };
    let text = if dice.one_in(4) { format!("{text}\n\n{}", quoted(dice)) } else { text };
    let text = if dice.one_in(4) { format!("{text}\n\n{}", dice.pick(papers::FOOTERS)) } else { text };
    let text = if dice.one_in(9) { papers::leftovers(dice, &text) } else { text };
    let text = if dice.one_in(6) { wrapped_lines(&text, 50 + dice.below(30)) } else { text };
    dice.fill(&text)
}

fn letter(dice: &mut Dice) -> String {
    let count = 1 + dice.below(5);
    let body = dice.several(english::SENTENCES, count);
    let body = paragraphs(dice, &body);
    framed(dice, &body)
}

fn with_code(dice: &mut Dice) -> String {
    let count = 1 + dice.below(2);
    let before = dice.several(technical::TALK, count).join(" ");
    let code = (*dice.pick(technical::CODE)).to_owned();
    let code = if dice.one_in(5) { format!("{code}\n\n{}", technical::blob(dice)) } else { code };
    let fence = if dice.one_in(3) { "```" } else { "" };
    let after = if dice.one_in(2) { *dice.pick(english::SENTENCES) } else { "" };
    framed(dice, &format!("{before}\n\n{fence}\n{code}\n{fence}\n\n{after}"))
}

fn paper(dice: &mut Dice) -> String {
    let paper = *dice.pick(papers::PAPERS);
    let more = if dice.one_in(2) { *dice.pick(papers::NEWS) } else { "" };
    let last = if dice.one_in(2) { *dice.pick(papers::NEWS) } else { "" };
    format!("{paper}\n\n{more}\n\n{last}")
}

fn about_machines(dice: &mut Dice) -> String {
    let count = 1 + dice.below(3);
    let mut body = dice.several(machines::SENTENCES, count);
    if dice.one_in(2) {
        body.push(*dice.pick::<&'static str>(english::SENTENCES));
    }
    let body = paragraphs(dice, &body);
    framed(dice, &body)
}

fn from_abroad(dice: &mut Dice) -> String {
    let tongue = dice.pick(abroad::TONGUES);
    let count = 1 + dice.below(3);
    let body = dice.several(tongue.sentences, count).join(if dice.one_in(3) { "\n\n" } else { " " });
    format!("{}\n\n{body}\n\n{}\n{{name}}", dice.pick(tongue.openings), dice.pick(tongue.closings))
}

fn two_languages(dice: &mut Dice) -> String {
    let tongue = dice.pick(abroad::TONGUES);
    let there = *dice.pick(tongue.sentences);
    let here = *dice.pick(english::SENTENCES);
    format!("{}\n\n{there}\n\n---\n\n{here}\n\n{}", dice.pick(tongue.openings), dice.pick(english::CLOSINGS))
}

fn framed(dice: &mut Dice, body: &str) -> String {
    let opening = *dice.pick(english::OPENINGS);
    let closing = *dice.pick(english::CLOSINGS);
    let signature = if dice.one_in(2) { *dice.pick(english::SIGNATURES) } else { "{name}" };
    format!("{opening}\n\n{body}\n\n{closing}\n{signature}")
}

fn paragraphs(dice: &mut Dice, sentences: &[&'static str]) -> String {
    let mut text = String::new();
    for (at, sentence) in sentences.iter().enumerate() {
        if at > 0 {
            text.push_str(if dice.one_in(3) { "\n\n" } else { " " });
        }
        if dice.one_in(12) {
            text.push_str(if dice.one_in(2) { "- " } else { "* " });
        }
        text.push_str(sentence);
    }
    text
}

fn quoted(dice: &mut Dice) -> String {
    let header = *dice.pick(english::QUOTE_HEADERS);
    let count = 1 + dice.below(3);
    let body = dice.several(english::SENTENCES, count).join("\n");
    let depth = if dice.one_in(3) { "> > " } else { "> " };
    let lines: Vec<String> = body.lines().map(|line| format!("{depth}{line}")).collect();
    format!("{header}\n{}", lines.join("\n"))
}

/// Broken between words, as mail programs do it.
fn wrapped_lines(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let mut current = String::new();
        for word in line.split(' ') {
            if !current.is_empty() && current.chars().count() + word.chars().count() >= width {
                lines.push(std::mem::take(&mut current));
            }
            if !current.is_empty() {
                current.push(' ');
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines.join("\n")
}

#[test]
fn five_thousand_ordinary_mails_are_really_different() {
    let mails = mails(1, 5_000);
    let different: std::collections::BTreeSet<&String> = mails.iter().collect();
    assert!(different.len() >= 4_990, "only {} differ", different.len());
    assert_eq!(mails, super::ordinary::mails(1, 5_000));
    for mail in mails.iter().take(3_000) {
        for slot in ["{name}", "{number}", "{link}", "{date}", "{file}", "{blob}"] {
            assert!(!mail.contains(slot), "{mail}");
        }
    }
}
