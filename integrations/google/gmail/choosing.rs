//! From what somebody calls a file of a message to the file itself. One that is meant for sure, or none.

use kernel::Failure;

use super::hygiene;
use super::mime::File;

/// By its name, or else by its number. Two of the same name must be told apart by number.
pub(crate) fn chosen(files: &[File], wanted: &str) -> Result<File, Failure> {
    let refuse = |words: &str, files: &[File]| {
        let names: Vec<String> = files
            .iter()
            .zip(1..)
            .map(|(file, number): (&File, usize)| format!("{number}: {}", file.name))
            .collect();
        Failure::invalid(words).quoting(names.join("\n"))
    };
    let wanted = hygiene::visible_line(wanted);
    let mut named = files.iter().filter(|file| file.name.eq_ignore_ascii_case(&wanted));
    match (named.next(), named.next()) {
        (Some(file), None) => Ok(file.clone()),
        (Some(_), Some(_)) => {
            Err(refuse("Several files have that name. Give the number of the one you want.", files))
        }
        (None, _) => {
            let number = wanted.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            let numbered = number.and_then(|number| files.get(number)).cloned();
            numbered
                .ok_or_else(|| refuse("There is no such file on that message. Choose one of these.", files))
        }
    }
}
