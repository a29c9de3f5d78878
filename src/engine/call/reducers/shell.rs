//! What a command wrote. Commands whose output everybody reads in the same way are recognised.

use super::{Given, Reducer};

/// Bytes that need no reducing; of more, half of it from the beginning and half from the end.
const SMALL: usize = 8 * 1024;
/// Lines of one sort.
const LINES: usize = 40;

/// `git status`, test runs and installations by what counts in them; of anything else its beginning and its end.
pub struct ShellReducer;

impl Reducer for ShellReducer {
    fn reduce(&self, given: &Given<'_>) -> Option<String> {
        let command = ["command", "cmd"].iter().find_map(|name| given.arguments.get(name)?.as_str());
        let command = command.unwrap_or_default();
        let recognised = match Sort::of(command) {
            Some(Sort::Status) => status(given.words),
            Some(Sort::Tests) => tests(given.words),
            Some(Sort::Installation) => installation(given.words),
            None => None,
        };
        recognised.or_else(|| both_ends(given.words))
    }
}

#[derive(Clone, Copy)]
enum Sort {
    Status,
    Tests,
    Installation,
}

impl Sort {
    /// By the last of several commands, which wrote what comes last.
    fn of(command: &str) -> Option<Self> {
        let last = command.rsplit(['\n', ';', '&', '|']).map(str::trim).find(|part| !part.is_empty())?;
        let words: Vec<&str> = last.split_whitespace().filter(|word| !word.contains('=')).collect();
        match *words.first()? {
            "git" => words.contains(&"status").then_some(Self::Status),
            "pytest" | "jest" | "vitest" => Some(Self::Tests),
            "cargo" | "npm" | "pnpm" | "yarn" | "go" | "make" | "python" | "python3" | "pip" | "pip3"
            | "uv" | "apt" | "apt-get" | "brew" => {
                let has = |names: &[&str]| words.iter().any(|word| names.contains(word));
                if has(&["test", "nextest", "pytest", "unittest"]) {
                    Some(Self::Tests)
                } else {
                    has(&["install", "add", "ci", "sync", "upgrade"]).then_some(Self::Installation)
                }
            }
            _ => None,
        }
    }
}

/// The branch, how many files of each sort, and the first of them.
fn status(words: &str) -> Option<String> {
    let is_file = |line: &&str| line.starts_with('\t') || is_short(line);
    let files: Vec<&str> = words.lines().filter(is_file).collect();
    if files.len() <= LINES {
        return None;
    }
    let said: Vec<&str> =
        words.lines().filter(|line| !is_file(line) && !line.trim_start().starts_with('(')).collect();
    let said: Vec<&str> = said.into_iter().filter(|line| !line.trim().is_empty()).collect();
    let shown: Vec<&str> = files.iter().take(LINES).copied().collect();
    Some(format!("{}\n{} files, the first {LINES}:\n{}", said.join("\n"), files.len(), shown.join("\n")))
}

/// `XY path`, as `git status --short` has it.
fn is_short(line: &str) -> bool {
    let mut letters = line.chars();
    let sign = |letter: Option<char>| letter.is_some_and(|letter| " MADRCU?!T".contains(letter));
    let (first, second, space) = (letters.next(), letters.next(), letters.next());
    sign(first) && sign(second) && space == Some(' ') && letters.next().is_some_and(|letter| letter != ' ')
}

/// What failed, and how it came out in the end.
fn tests(words: &str) -> Option<String> {
    let telling = |line: &str| {
        let line = line.to_lowercase();
        ["fail", "error", "panicked", "assert", "test result", "passed", "tests:", "✗", "not ok"]
            .iter()
            .any(|sign| line.contains(sign))
    };
    only(words, telling)
}

/// What went wrong, and how it ended.
fn installation(words: &str) -> Option<String> {
    let telling = |line: &str| {
        let line = line.to_lowercase();
        ["error", "warn", "fail", "added ", "removed ", "installed", "upgraded", "vulnerabilit", "conflict"]
            .iter()
            .any(|sign| line.contains(sign))
    };
    only(words, telling)
}

/// The first telling lines, and the last lines of all.
fn only(words: &str, telling: impl Fn(&str) -> bool) -> Option<String> {
    let lines: Vec<&str> = words.lines().collect();
    if lines.len() <= 2 * LINES {
        return None;
    }
    let (before, last) = lines.split_at(lines.len() - LINES / 2);
    let told: Vec<&str> = before.iter().copied().filter(|line| telling(line)).take(LINES).collect();
    let left_out = before.len() - told.len();
    let reduced =
        format!("{}\n[… {left_out} of {} lines left out]\n{}", told.join("\n"), lines.len(), last.join("\n"));
    Some(both_ends(&reduced).unwrap_or(reduced))
}

fn both_ends(words: &str) -> Option<String> {
    if words.len() <= SMALL {
        return None;
    }
    let begins = floor(words, SMALL / 2);
    let ends = (words.len() - SMALL / 2..words.len()).find(|at| words.is_char_boundary(*at))?;
    let left_out = ends - begins;
    let (begin, end) = (words.get(..begins)?, words.get(ends..)?);
    Some(format!("{begin}\n[… {left_out} of {} bytes left out]\n{end}", words.len()))
}

/// The end of the last letter that is whole within so many bytes.
fn floor(words: &str, most: usize) -> usize {
    (0..=most.min(words.len())).rev().find(|at| words.is_char_boundary(*at)).unwrap_or_default()
}
