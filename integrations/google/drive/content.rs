//! What a file says, as text. Knows which way leads to it; what is in foreign formats, `Documents` reads.

use kernel::ports::{Document, Documents};
use kernel::{Code, Failure};
use serde_json::Value;

use super::Drive;
use super::file::{FOLDER, File, kind};
use crate::api::Trouble;
use crate::gmail::CUT;
use crate::gmail::text::decode;

/// More is not fetched to be read.
const LARGEST: usize = 64 * 1024 * 1024;
/// Of a spreadsheet only so many rows are shown here.
const ROWS: usize = 50;

/// The text of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Text {
    pub(crate) words: String,
    /// Our own words about it, e.g. what was left out.
    pub(crate) remark: Option<String>,
    /// Things left out because a person would not see them.
    pub(crate) hidden: usize,
}

impl Drive {
    pub(crate) async fn text_of(&self, file: &File, documents: &dyn Documents) -> Result<Text, Failure> {
        match file.mime_type.as_str() {
            kind::DOCUMENT => self.document_text(file).await,
            kind::SPREADSHEET => self.first_rows(file).await,
            kind::PRESENTATION => Ok(plain(self.exported(file, "text/plain").await?)),
            FOLDER => Err(Failure::invalid(
                "That is a folder. See what is in it with drive.list, and read one of its files.",
            )),
            other if other.starts_with("application/vnd.google-apps.") => Err(unreadable()),
            other if ["image/", "video/", "audio/"].iter().any(|kind| other.starts_with(kind)) => {
                Err(unreadable())
            }
            other => self.foreign(file, other, documents).await,
        }
    }

    /// As Markdown; one that is too large for that, as plain text.
    async fn document_text(&self, file: &File) -> Result<Text, Failure> {
        let handle = file.handle()?;
        let refused = match self.export_at_once(&handle, "text/markdown").await {
            Ok(bytes) => return Ok(plain(without_images(&decode(&bytes, None)))),
            Err(Trouble::Refused(failure)) if failure.code == Code::NotAvailable => failure,
            Err(trouble) => return Err(trouble.into()),
        };
        // Where this does not help either, the first refusal says why.
        let document = self.document(&handle).await.map_err(|_| refused)?;
        Ok(Text {
            words: words_of(&document),
            remark: Some("It is too large to be exported, so this is its plain text.".to_owned()),
            hidden: 0,
        })
    }

    async fn first_rows(&self, file: &File) -> Result<Text, Failure> {
        let csv = self.exported(file, "text/csv").await?;
        let total = csv.lines().count();
        let words = csv.lines().take(ROWS).collect::<Vec<_>>().join("\n");
        let shown = total.min(ROWS);
        let remark = format!(
            "This is the first sheet alone, lines 1-{shown} of {total} as CSV. Use sheets.read for the other sheets, \
             for ranges and for formulas."
        );
        Ok(Text { words, remark: Some(remark), hidden: 0 })
    }

    async fn exported(&self, file: &File, media_type: &str) -> Result<String, Failure> {
        let bytes = self.export(&file.handle()?, media_type).await?;
        Ok(decode(&bytes, None))
    }

    async fn foreign(&self, file: &File, kind: &str, documents: &dyn Documents) -> Result<Text, Failure> {
        if file.bytes().is_some_and(|bytes| bytes > LARGEST as u64) {
            let words = "The file is larger than 64 MB, which is too much to read. Open its link instead.";
            return Err(Failure::model(Code::NotAvailable, words));
        }
        let bytes = self.content(&file.handle()?, LARGEST).await?;
        if is_text(kind) {
            return Ok(plain(decode(&bytes, None)));
        }
        let document =
            Document { name: file.title(), media_type: Some(kind.to_owned()), bytes: bytes.as_ref().into() };
        let extract = documents.text(&document).await?;
        let parts = extract.parts.map(|parts| format!("It has {parts} pages, sheets or slides."));
        let cut = extract.cut.then(|| CUT.to_owned());
        let remarks: Vec<String> = [extract.remark, parts, cut].into_iter().flatten().collect();
        let remark = (!remarks.is_empty()).then(|| remarks.join(" "));
        Ok(Text { words: extract.text, remark, hidden: extract.hidden })
    }
}

fn plain(words: String) -> Text {
    Text { words, remark: None, hidden: 0 }
}

fn unreadable() -> Failure {
    Failure::model(
        Code::NotAvailable,
        "There is no text in a file of this kind. Give the user its link instead.",
    )
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") && kind != "text/rtf" && kind != "text/html"
        || matches!(kind, "application/json" | "application/xml" | "application/x-yaml" | "application/x-sh")
}

/// Markdown without the pictures in it, which come as long runs of letters.
fn without_images(markdown: &str) -> String {
    let mut kept = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find("data:image/") {
        let (before, data) = rest.split_at(at);
        let end = data.find([')', '>', '"', ' ', '\n']).unwrap_or(data.len());
        kept.push_str(before);
        kept.push_str("image left out");
        rest = data.get(end..).unwrap_or_default();
    }
    kept.push_str(rest);
    kept
}

/// All the text of a document, tab by tab, in its order.
fn words_of(document: &Value) -> String {
    let mut words = String::new();
    for tab in list(document, "/tabs") {
        add_tab(tab, &mut words);
    }
    words
}

fn add_tab(tab: &Value, words: &mut String) {
    for element in list(tab, "/documentTab/body/content") {
        add_element(element, words);
    }
    for child in list(tab, "/childTabs") {
        add_tab(child, words);
    }
}

fn add_element(element: &Value, words: &mut String) {
    for run in list(element, "/paragraph/elements") {
        words.push_str(run.pointer("/textRun/content").and_then(Value::as_str).unwrap_or_default());
    }
    let cells = list(element, "/table/tableRows").flat_map(|row| list(row, "/tableCells"));
    for inner in
        cells.flat_map(|cell| list(cell, "/content")).chain(list(element, "/tableOfContents/content"))
    {
        add_element(inner, words);
    }
}

fn list<'a>(value: &'a Value, pointer: &str) -> impl Iterator<Item = &'a Value> {
    value.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn pictures_are_left_out_of_markdown_and_nothing_else() {
        let markdown = "A ![][image1] b\n\n![x](data:image/png;base64,AAAA+/=) c\n\n\
                        [image1]: <data:image/png;base64,iVBORw0KGgo=>\nend";
        assert_eq!(
            without_images(markdown),
            "A ![][image1] b\n\n![x](image left out) c\n\n[image1]: <image left out>\nend"
        );
        assert_eq!(without_images("data:image/"), "image left out");
    }

    #[test]
    fn a_document_is_read_in_its_order() {
        let run = |text: &str| json!({ "paragraph": { "elements": [{ "textRun": { "content": text } }] } });
        let cell = |text: &str| json!({ "content": [run(text)] });
        let table = json!({ "table": { "tableRows": [{ "tableCells": [cell("b\n"), cell("c\n")] }] } });
        let tab = |content: Value| json!({ "documentTab": { "body": { "content": content } } });
        let mut first = tab(json!([{ "sectionBreak": {} }, run("a\n"), table]));
        first["childTabs"] = json!([tab(json!([run("d\n")]))]);
        let document = json!({ "tabs": [first, tab(json!([run("e\n")]))] });
        assert_eq!(words_of(&document), "a\nb\nc\nd\ne\n");
    }
}
