//! Small documents, made by hand.

use std::io::{Cursor, Write as _};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

const XML: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// A page of Helvetica per text.
pub(crate) fn pdf(pages: &[&str]) -> Vec<u8> {
    assemble_pdf(pages, "")
}

/// Nothing can be deciphered with an empty password.
pub(crate) fn locked_pdf() -> Vec<u8> {
    let entry = "28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A";
    let lock =
        format!("/Encrypt << /Filter /Standard /V 1 /R 2 /O <{entry}> /U <{entry}> /P -4 >> /ID [<00><00>]");
    assemble_pdf(&["Secret"], &lock)
}

fn assemble_pdf(pages: &[&str], trailer: &str) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{}] /Count {} >>", kids.join(" "), pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".to_owned(),
    ];
    for (page, text) in pages.iter().enumerate() {
        let content =
            if text.is_empty() { String::new() } else { format!("BT /F1 12 Tf 72 720 Td ({text}) Tj ET") };
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * page
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut table = vec!["0000000000 65535 f \n".to_owned()];
    for (index, object) in objects.iter().enumerate() {
        table.push(format!("{:010} 00000 n \n", file.len()));
        write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1).unwrap();
    }
    let (start, size, table) = (file.len(), table.len(), table.concat());
    write!(file, "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\n").unwrap();
    write!(file, "startxref\n{start}\n%%EOF\n").unwrap();
    file
}

pub(crate) fn docx() -> Vec<u8> {
    let body = r#"<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Minutes</w:t></w:r></w:p>
        <w:p><w:r><w:t>Ana_B agreed &amp; signed.</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Item</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Count</w:t></w:r></w:p></w:tc></w:tr>
        <w:tr><w:tc><w:p><w:r><w:t>Chairs</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>12</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"#;
    let styles = r#"<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">
        <w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>"#;
    packed(&[
        (
            "[Content_Types].xml",
            types(&[
                ("/word/document.xml", "wordprocessingml.document.main"),
                ("/word/styles.xml", "wordprocessingml.styles"),
            ]),
        ),
        ("_rels/.rels", relations(&[("rId1", "officeDocument", "word/document.xml")])),
        ("word/_rels/document.xml.rels", relations(&[("rId1", "styles", "styles.xml")])),
        ("word/styles.xml", format!("{XML}{styles}")),
        (
            "word/document.xml",
            format!(
                r#"{XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
            ),
        ),
    ])
}

/// The flag that says so is set; what is in it does not matter then.
pub(crate) fn locked_docx() -> Vec<u8> {
    let mut bytes = docx();
    let heads: Vec<(usize, usize)> = (0..bytes.len() - 4)
        .filter_map(|at| match &bytes[at..at + 4] {
            b"PK\x03\x04" => Some((at, 6)),
            b"PK\x01\x02" => Some((at, 8)),
            _ => None,
        })
        .collect();
    for (at, flags) in heads {
        bytes[at + flags] |= 1;
    }
    bytes
}

/// A slide with a title per text.
pub(crate) fn pptx(titles: &[&str]) -> Vec<u8> {
    let spaces = r#"xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main""#;
    let numbers = 1..=titles.len();
    let ids: Vec<String> =
        numbers.clone().map(|n| format!(r#"<p:sldId id="{}" r:id="rId{n}"/>"#, 255 + n)).collect();
    let ids = ids.concat();
    let names: Vec<(String, String)> =
        numbers.map(|n| (format!("rId{n}"), format!("slides/slide{n}.xml"))).collect();
    let slides: Vec<(&str, &str, &str)> =
        names.iter().map(|(id, name)| (id.as_str(), "slide", name.as_str())).collect();
    let mut entries = vec![
        (
            "[Content_Types].xml".to_owned(),
            types(&[("/ppt/presentation.xml", "presentationml.presentation.main")]),
        ),
        ("_rels/.rels".to_owned(), relations(&[("rId1", "officeDocument", "ppt/presentation.xml")])),
        ("ppt/_rels/presentation.xml.rels".to_owned(), relations(&slides)),
        (
            "ppt/presentation.xml".to_owned(),
            format!(
                r#"{XML}<p:presentation {spaces} xmlns:r="{OFFICE}"><p:sldIdLst>{ids}</p:sldIdLst></p:presentation>"#
            ),
        ),
    ];
    for (title, (_, name)) in titles.iter().zip(&names) {
        let shape = format!(
            r#"<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>{title}</a:t></a:r></a:p></p:txBody></p:sp>"#
        );
        entries.push((
            format!("ppt/{name}"),
            format!("{XML}<p:sld {spaces}><p:cSld><p:spTree>{shape}</p:spTree></p:cSld></p:sld>"),
        ));
    }
    let entries: Vec<(&str, String)> =
        entries.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    packed(&entries)
}

/// Two sheets, the second one hidden.
pub(crate) fn xlsx() -> Vec<u8> {
    workbook(
        r#"<row r="2"><c r="A2" t="inlineStr"><is><t>Item</t></is></c><c r="B2" t="inlineStr"><is><t>Paid on</t></is></c><c r="C2" t="inlineStr"><is><t>Amount</t></is></c></row>
        <row r="3"><c r="A3" t="inlineStr"><is><t>Rent</t></is></c><c r="B3" s="1"><v>45943</v></c><c r="C3"><v>1250.5</v></c></row>
        <row r="9"><c r="C9" t="inlineStr"><is><t>note</t></is></c></row>"#,
    )
}

/// The first sheet has these rows.
pub(crate) fn workbook(rows: &str) -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let sheet =
        |rows: &str| format!(r#"{XML}<worksheet xmlns="{main}"><sheetData>{rows}</sheetData></worksheet>"#);
    packed(&[
        ("[Content_Types].xml", types(&[("/xl/workbook.xml", "spreadsheetml.sheet.main")])),
        ("_rels/.rels", relations(&[("rId1", "officeDocument", "xl/workbook.xml")])),
        (
            "xl/_rels/workbook.xml.rels",
            relations(&[
                ("rId1", "worksheet", "worksheets/sheet1.xml"),
                ("rId2", "worksheet", "worksheets/sheet2.xml"),
                ("rId3", "styles", "styles.xml"),
            ]),
        ),
        (
            "xl/workbook.xml",
            format!(
                r#"{XML}<workbook xmlns="{main}" xmlns:r="{OFFICE}"><sheets><sheet name="Budget" sheetId="1" r:id="rId1"/><sheet name="Secrets" sheetId="2" state="hidden" r:id="rId2"/></sheets></workbook>"#
            ),
        ),
        (
            "xl/styles.xml",
            format!(
                r#"{XML}<styleSheet xmlns="{main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>"#
            ),
        ),
        ("xl/worksheets/sheet1.xml", sheet(rows)),
        (
            "xl/worksheets/sheet2.xml",
            sheet(r#"<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>"#),
        ),
    ])
}

pub(crate) fn ods() -> Vec<u8> {
    let spaces = r#"xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0""#;
    let cells = r#"<table:table-cell office:value-type="string"><text:p>Rent</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="1250.5"><text:p>1250.5</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2025-10-13"><text:p>13.10.25</text:p></table:table-cell>"#;
    let content = format!(
        r#"{XML}<office:document-content {spaces}><office:body><office:spreadsheet><table:table table:name="Budget"><table:table-row>{cells}</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"#
    );
    let manifest = format!(
        r#"{XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>"#
    );
    packed(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet".to_owned()),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", content),
    ])
}

/// Megabytes.
const BOMB: u32 = 30;

/// Thirty megabytes of nothing in thirty kilobytes.
pub(crate) fn bomb() -> Vec<u8> {
    nothing(1, BOMB)
}

/// The same in pieces, each of them harmless.
pub(crate) fn many_small_bombs() -> Vec<u8> {
    nothing(BOMB, 1)
}

/// So many files of so many megabytes of spaces.
fn nothing(files: u32, megabytes: u32) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let megabyte = vec![b' '; 1024 * 1024];
    for file in 0..files {
        writer.start_file(format!("word/document{file}.xml"), options).unwrap();
        for _ in 0..megabytes {
            writer.write_all(&megabyte).unwrap();
        }
    }
    writer.finish().unwrap().into_inner()
}

/// The same, but it says of itself that it unpacks to a thousand bytes.
pub(crate) fn lying_bomb() -> Vec<u8> {
    let mut bytes = bomb();
    let truth = (BOMB << 20).to_le_bytes();
    let places: Vec<usize> = (0..bytes.len() - 4).filter(|at| bytes[*at..at + 4] == truth).collect();
    assert!(places.len() >= 2, "the archive no longer says its size where it is looked for");
    for place in places {
        bytes[place..place + 4].copy_from_slice(&1000_u32.to_le_bytes());
    }
    bytes
}

fn packed(entries: &[(&str, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in entries {
        let method =
            if *name == "mimetype" { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        writer.start_file(*name, SimpleFileOptions::default().compression_method(method)).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn types(parts: &[(&str, &str)]) -> String {
    let parts: Vec<String> = parts
        .iter()
        .map(|(name, kind)| format!(r#"<Override PartName="{name}" ContentType="application/vnd.openxmlformats-officedocument.{kind}+xml"/>"#))
        .collect();
    let parts = parts.concat();
    format!(
        r#"{XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>{parts}</Types>"#
    )
}

fn relations(relations: &[(&str, &str, &str)]) -> String {
    let relations: Vec<String> = relations
        .iter()
        .map(|(id, kind, target)| {
            format!(r#"<Relationship Id="{id}" Type="{OFFICE}/{kind}" Target="{target}"/>"#)
        })
        .collect();
    let relations = relations.concat();
    format!(r#"{XML}<Relationships xmlns="{RELATIONSHIPS}">{relations}</Relationships>"#)
}
