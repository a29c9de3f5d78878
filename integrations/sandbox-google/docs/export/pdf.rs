//! A PDF of plain text: one typeface, no layout. The same text gives the same bytes.

/// Letters in a line, and lines on a page of A4.
const WIDTH: usize = 90;
const HEIGHT: usize = 50;

pub(super) fn write(text: &str) -> Vec<u8> {
    let lines: Vec<String> = text.lines().flat_map(wrapped).collect();
    let pages: Vec<&[String]> = if lines.is_empty() { vec![&[]] } else { lines.chunks(HEIGHT).collect() };
    // 1 is the catalog, 2 the list of pages, 3 the typeface; each page is two objects.
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects: Vec<Vec<u8>> = vec![
        b"<< /Type /Catalog /Pages 2 0 R >>".to_vec(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()).into_bytes(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_vec(),
    ];
    for (number, lines) in pages.into_iter().enumerate() {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            5 + 2 * number
        );
        objects.push(page.into_bytes());
        objects.push(shown(lines));
    }
    file(&objects)
}

/// Object after object, and where each begins.
fn file(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(out.len());
        out.extend(format!("{} 0 obj\n", number + 1).into_bytes());
        out.extend(object);
        out.extend(b"\nendobj\n");
    }
    let table = out.len();
    let size = objects.len() + 1;
    out.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").into_bytes());
    for place in places {
        out.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    out.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n").into_bytes());
    out
}

fn shown(lines: &[String]) -> Vec<u8> {
    let mut drawn = b"BT /F1 11 Tf 14 TL 50 790 Td\n".to_vec();
    for line in lines {
        drawn.push(b'(');
        drawn.extend(line.chars().flat_map(letter));
        drawn.extend(b") Tj T*\n");
    }
    drawn.extend(b"ET");
    let mut object = format!("<< /Length {} >>\nstream\n", drawn.len()).into_bytes();
    object.extend(drawn);
    object.extend(b"\nendstream");
    object
}

/// What the typeface has; a question mark for the rest.
fn letter(sign: char) -> Vec<u8> {
    match sign {
        '(' | ')' | '\\' => vec![b'\\', u8::try_from(sign).unwrap_or(b'?')],
        ' '..='~' | '\u{a0}'..='\u{ff}' => vec![u8::try_from(sign).unwrap_or(b'?')],
        _ => vec![b'?'],
    }
}

fn wrapped(line: &str) -> Vec<String> {
    let signs: Vec<char> = line.chars().collect();
    if signs.is_empty() {
        return vec![String::new()];
    }
    signs.chunks(WIDTH).map(|part| part.iter().collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_is_where_the_table_says() {
        let pdf = write(&"Grüße (an alle)\n".repeat(120));
        let text: String = pdf.iter().copied().map(char::from).collect();
        assert!(text.starts_with("%PDF-1.4") && text.ends_with("%%EOF\n"));
        assert_eq!(text.matches("Grüße \\(an alle\\)").count(), 120);
        assert_eq!(text.matches("/Type /Page ").count(), 3);
        let (_, table) = text.split_once("65535 f \n").unwrap();
        for (number, entry) in table.lines().take_while(|line| line.ends_with("n ")).enumerate() {
            let place: usize = entry[..10].parse().unwrap();
            assert!(
                text.chars().skip(place).collect::<String>().starts_with(&format!("{} 0 obj", number + 1))
            );
        }
        assert_eq!(pdf, write(&"Grüße (an alle)\n".repeat(120)));
    }
}
