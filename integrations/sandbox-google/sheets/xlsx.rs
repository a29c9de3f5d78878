//! A spreadsheet as Excel's file: every sheet with what its cells show. The same cells give the same bytes.

use std::io::{Cursor, Write as _};

use maud::html;
use zip::ZipWriter;
use zip::result::ZipResult;
use zip::write::SimpleFileOptions;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES: &str = "http://schemas.openxmlformats.org/package/2006/content-types";
const KIND: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/// A sheet by its title, row by row.
pub(super) struct Page {
    pub(super) title: String,
    pub(super) rows: Vec<Vec<String>>,
}

pub(super) fn write(pages: &[Page]) -> ZipResult<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut put = |name: &str, content: String| -> ZipResult<()> {
        zip.start_file(name, SimpleFileOptions::default())?;
        Ok(zip.write_all(content.as_bytes())?)
    };
    put("[Content_Types].xml", types(pages.len()))?;
    put("_rels/.rels", links(&[("officeDocument", "xl/workbook.xml".to_owned())]))?;
    put("xl/workbook.xml", workbook(pages))?;
    let sheets: Vec<(&str, String)> =
        (1..=pages.len()).map(|number| ("worksheet", format!("worksheets/sheet{number}.xml"))).collect();
    put("xl/_rels/workbook.xml.rels", links(&sheets))?;
    for (page, number) in pages.iter().zip(1..) {
        put(&format!("xl/worksheets/sheet{number}.xml"), sheet(page))?;
    }
    Ok(zip.finish()?.into_inner())
}

fn types(sheets: usize) -> String {
    let part = |name: String, kind: &str| {
        format!("<Override PartName=\"/xl/{name}.xml\" ContentType=\"{KIND}.{kind}+xml\"/>")
    };
    let sheets: String =
        (1..=sheets).map(|number| part(format!("worksheets/sheet{number}"), "worksheet")).collect();
    format!(
        "{HEAD}<Types xmlns=\"{TYPES}\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>{}{sheets}</Types>",
        part("workbook".to_owned(), "sheet.main")
    )
}

fn links(to: &[(&str, String)]) -> String {
    let link = |(number, (kind, target)): (usize, &(&str, String))| {
        format!("<Relationship Id=\"rId{}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"/>", number + 1)
    };
    let links: String = to.iter().enumerate().map(link).collect();
    format!("{HEAD}<Relationships xmlns=\"{LINKS}\">{links}</Relationships>")
}

fn workbook(pages: &[Page]) -> String {
    let sheet = |(page, number): (&Page, usize)| {
        format!("<sheet name=\"{}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>", escaped(&page.title))
    };
    let sheets: String = pages.iter().zip(1..).map(sheet).collect();
    format!("{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets>{sheets}</sheets></workbook>")
}

fn sheet(page: &Page) -> String {
    let cell = |text: &String| {
        format!("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{}</t></is></c>", escaped(text))
    };
    let row = |row: &Vec<String>| format!("<row>{}</row>", row.iter().map(cell).collect::<String>());
    let rows: String = page.rows.iter().map(row).collect();
    format!("{HEAD}<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>")
}

/// XML has no letters below the space but these.
fn escaped(text: &str) -> String {
    let text: String =
        text.chars().filter(|sign| *sign >= ' ' || matches!(sign, '\t' | '\n' | '\r')).collect();
    html! { (text) }.into_string()
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use super::*;

    #[test]
    fn every_part_is_there_and_says_what_the_cells_show() {
        let page = |title: &str| Page {
            title: title.to_owned(),
            rows: vec![vec!["a<b".to_owned(), "2".to_owned()]],
        };
        let bytes = write(&[page("One & only"), page("Two")]).unwrap();
        assert_eq!(bytes, write(&[page("One & only"), page("Two")]).unwrap());
        let mut zip = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut read = |name: &str| {
            let mut text = String::new();
            zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
            text
        };
        assert!(read("xl/workbook.xml").contains("One &amp; only"));
        assert!(read("xl/worksheets/sheet2.xml").contains(">a&lt;b</t>"));
        assert!(read("[Content_Types].xml").contains("/xl/worksheets/sheet2.xml"));
    }
}
