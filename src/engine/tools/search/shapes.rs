//! What is written in a shape of its own says what it is about in every language: an address, a time, a cell, a channel.

type Fits = fn(&str) -> bool;

/// The concepts of a shape, by their names in the lexicon.
pub(super) fn shape_of(written: &str) -> &'static [&'static str] {
    let written = written.trim_matches(|letter: char| {
        !letter.is_alphanumeric() && !matches!(letter, '#' | '/' | '~' | '$' | '€' | '£')
    });
    let shapes: [(Fits, &[&str]); 10] = [
        (is_address, &["mail", "person"]),
        (is_link, &["link", "web"]),
        (is_money, &["money"]),
        (is_clock, &["time", "event"]),
        (is_cell, &["cell"]),
        (is_issue, &["issue"]),
        (is_channel, &["channel"]),
        (is_path, &["path"]),
        (is_degree, &["coordinates"]),
        (is_file, &["file"]),
    ];
    shapes.iter().find(|(fits, _)| fits(written)).map_or(&[], |(_, concepts)| concepts)
}

fn is_address(written: &str) -> bool {
    written.split_once('@').is_some_and(|(person, host)| !person.is_empty() && host.contains('.'))
}

fn is_link(written: &str) -> bool {
    ["http://", "https://", "www."].iter().any(|start| written.starts_with(start))
}

fn is_money(written: &str) -> bool {
    written.contains(['$', '€', '£']) && written.contains(|letter: char| letter.is_ascii_digit())
}

/// `9:30`, `14h`, `3pm`.
fn is_clock(written: &str) -> bool {
    let hour = written.trim_end_matches(|letter: char| !letter.is_ascii_digit() && letter != ':');
    let after = written.get(hour.len()..).unwrap_or_default();
    match hour.split_once(':') {
        Some((hour, minute)) => is_number(hour, 2) && minute.len() == 2 && is_number(minute, 2),
        None => is_number(hour, 2) && matches!(after, "h" | "am" | "pm"),
    }
}

/// `D7`, `AB120`, or a range of such.
fn is_cell(written: &str) -> bool {
    written.split(':').all(|cell| {
        let number = cell.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        (1..=2).contains(&(cell.len() - number.len())) && is_number(number, 5)
    })
}

/// `OPS-9`, `#412`.
fn is_issue(written: &str) -> bool {
    if let Some(number) = written.strip_prefix('#') {
        return is_number(number, 6);
    }
    written.split_once('-').is_some_and(|(project, number)| {
        project.len() > 1 && project.chars().all(|letter| letter.is_ascii_uppercase()) && is_number(number, 6)
    })
}

fn is_channel(written: &str) -> bool {
    written.strip_prefix('#').is_some_and(|name| name.starts_with(char::is_alphabetic))
}

fn is_path(written: &str) -> bool {
    written.strip_prefix(['/', '~']).is_some_and(|path| path.contains(char::is_alphabetic))
}

/// A number with so many decimals as only a place on the globe, or a price without its currency, has.
fn is_degree(written: &str) -> bool {
    let number = written.trim_start_matches('-');
    number.split_once('.').is_some_and(|(whole, part)| is_number(whole, 3) && is_number(part, 8))
}

/// `notes.txt`, `Prices 2026.xlsx`: a name and an ending that files have.
fn is_file(written: &str) -> bool {
    const ENDINGS: [&str; 22] = [
        "pdf", "doc", "docx", "xls", "xlsx", "csv", "txt", "md", "ppt", "pptx", "png", "jpg", "jpeg", "gif",
        "zip", "json", "yaml", "yml", "html", "mp3", "mp4", "svg",
    ];
    written.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.is_empty() && ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
    })
}

fn is_number(written: &str, most: usize) -> bool {
    (1..=most).contains(&written.len()) && written.bytes().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_times_cells_issues_and_channels_are_known_by_their_shape() {
        assert_eq!(shape_of("<ana@example.com>,"), ["mail", "person"]);
        assert_eq!(shape_of("https://example.com/a"), ["link", "web"]);
        assert_eq!(shape_of("12€"), ["money"]);
        assert_eq!(shape_of("(9:30)"), ["time", "event"]);
        assert_eq!(shape_of("3pm?"), ["time", "event"]);
        assert_eq!(shape_of("B2:C14"), ["cell"]);
        assert_eq!(shape_of("OPS-9"), ["issue"]);
        assert_eq!(shape_of("#412"), ["issue"]);
        assert_eq!(shape_of("#general."), ["channel"]);
        assert_eq!(shape_of("/etc/hosts"), ["path"]);
        assert_eq!(shape_of("47.3769,"), ["coordinates"]);
        assert_eq!(shape_of("„budget.xlsx“"), ["file"]);
        for plain in ["", "#", "-", "Ana", "9", "2026", "COVID", "e.g.", "a.b", "é@", "€"] {
            assert!(shape_of(plain).is_empty(), "{plain}");
        }
    }
}
