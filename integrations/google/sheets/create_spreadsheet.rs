//! Making a spreadsheet once: an empty one that carries our mark, then its sheets and their first rows, all at once.

use kernel::{Call, Code, Done, Failure, Probe, Undo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Sheets;
use super::book::Book;
use super::given::count;
use crate::Google;
use crate::api::Trouble;
use crate::attempt::{heed_stop, last_note, write_note};
use crate::drive::file::kind;
use crate::drive::{Back, Drive, File, Found, Handle, IN_DOUBT, Mark, Place, What};

/// How many columns a new sheet has.
const COLUMNS: u32 = 26;
const MOST_SHEETS: usize = 50;
const LONGEST_TITLE: usize = 100;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Creating {
    pub(crate) title: String,
    /// None for the one empty sheet that Google makes.
    pub(crate) sheets: Vec<NewSheet>,
    pub(crate) place: Place,
    pub(crate) mark: Mark,
    pub(crate) account: String,
}

/// One sheet of a new spreadsheet.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSheet {
    /// What it is called, e.g. `Costs`.
    pub(crate) title: String,
    /// The names of its columns. They stand in the first row, bold, and stay in sight when one scrolls.
    #[serde(default)]
    pub(crate) header: Vec<String>,
}

/// Written down once the file is there.
#[derive(Serialize, Deserialize)]
struct Note {
    file: Handle,
}

impl Creating {
    pub(crate) async fn run(&self, google: &Google, call: &Call) -> Result<File, Failure> {
        let (drive, sheets) = (google.drive(call), google.sheets(call));
        let file = match self.made(&drive, call).await? {
            Found::There(file) => *file,
            Found::NotThere => self.make(&drive, call).await?,
            Found::InDoubt => return Err(Failure::person(Code::Timeout, IN_DOUBT)),
        };
        match self.set_up(&sheets, &file.handle()?).await {
            Ok(()) => Ok(file),
            Err(failure) => Err(withdrawn(&drive, &file, failure).await),
        }
    }

    pub(crate) async fn probe(
        &self,
        google: &Google,
        call: &Call,
        done: impl FnOnce(&File) -> Result<Done, Failure>,
    ) -> Probe {
        let unknown = || {
            let words = "It could not be found out whether the spreadsheet was made. Look at \
                         https://drive.google.com/drive/recent before asking again.";
            Probe::Unknown(words.to_owned())
        };
        let file = match self.made(&google.drive(call), call).await {
            Ok(Found::There(file)) => file,
            Ok(Found::NotThere) => return Probe::DidNot,
            Ok(Found::InDoubt) => return Probe::Unknown(IN_DOUBT.to_owned()),
            Err(_) => return unknown(),
        };
        let Ok(handle) = file.handle() else { return unknown() };
        match google.sheets(call).book(&handle).await {
            Ok(book) if self.is_set_up(&book) => Probe::told(done(&file)),
            // Another attempt finds the file and goes on with it.
            Ok(_) => Probe::DidNot,
            Err(_) => unknown(),
        }
    }

    /// The file of an earlier attempt that was not withdrawn.
    async fn made(&self, drive: &Drive, call: &Call) -> Result<Found, Failure> {
        let found = match last_note::<Note>(call).await? {
            Some(note) => Found::There(Box::new(drive.get(&note.file).await?)),
            None => self.mark.look(drive, call).await?,
        };
        Ok(match found {
            Found::There(file) if file.trashed => Found::NotThere,
            found => found,
        })
    }

    async fn make(&self, drive: &Drive, call: &Call) -> Result<File, Failure> {
        heed_stop(call, "Stopped before anything was made. Ask again to make it.")?;
        let metadata = self.mark.metadata(&self.title, Some(kind::SPREADSHEET), &self.place);
        self.mark.begin(drive, call).await?;
        let made = drive.make(Value::Object(metadata)).await;
        let file = self.mark.settle(drive, made).await?;
        write_note(call, &Note { file: file.handle()? }).await?;
        Ok(file)
    }

    async fn set_up(&self, sheets: &Sheets, file: &Handle) -> Result<(), Failure> {
        if self.sheets.is_empty() {
            return Ok(());
        }
        let book = sheets.book(file).await?;
        if self.is_set_up(&book) {
            return Ok(());
        }
        match sheets.change(file, &self.requests(&book)).await {
            Ok(()) => Ok(()),
            Err(Trouble::Lost(failure)) => match sheets.book(file).await {
                Ok(book) if self.is_set_up(&book) => Ok(()),
                Ok(_) | Err(_) => Err(failure),
            },
            Err(trouble) => Err(trouble.into()),
        }
    }

    fn is_set_up(&self, book: &Book) -> bool {
        let titles = book.sheets.iter().map(|sheet| sheet.properties.title.as_str());
        self.sheets.is_empty() || titles.eq(self.sheets.iter().map(|sheet| sheet.title.as_str()))
    }

    /// The first sheet is there already; the others get ids of our own choice.
    fn requests(&self, book: &Book) -> Vec<Value> {
        let first = book.sheets.first().map_or(0, |sheet| sheet.properties.sheet_id);
        let mut requests = Vec::new();
        for (id, sheet) in (first..).zip(&self.sheets) {
            let grid = json!({
                "frozenRowCount": u32::from(!sheet.header.is_empty()),
                "columnCount": count(sheet.header.len()).max(COLUMNS),
            });
            let properties = json!({ "sheetId": id, "title": sheet.title, "gridProperties": grid });
            requests.push(if id == first {
                let fields = "title,gridProperties.frozenRowCount,gridProperties.columnCount";
                json!({ "updateSheetProperties": { "properties": properties, "fields": fields } })
            } else {
                json!({ "addSheet": { "properties": properties } })
            });
            if !sheet.header.is_empty() {
                requests.push(header(id, &sheet.header));
            }
        }
        requests
    }

    /// The way back, from the file as we have left it: what others have put into it since is not thrown away.
    pub(crate) fn undo(&self, left: &File, google: &Google) -> Result<Undo, Failure> {
        let back = Back { file: left.handle()?, what: What::Discard { left: left.modified_time.clone() } };
        back.undo(format!("Made the spreadsheet “{}”.", self.title), google.now().plus(Undo::LASTS))
    }
}

/// Titles that Google takes, each once.
pub(crate) fn checked(sheets: &[NewSheet]) -> Result<(), Failure> {
    if sheets.len() > MOST_SHEETS {
        return Err(Failure::invalid("These are more than 50 sheets. Make fewer."));
    }
    for (number, sheet) in sheets.iter().enumerate() {
        sheet_title(&sheet.title)?;
        let same = |other: &NewSheet| other.title.to_lowercase() == sheet.title.to_lowercase();
        if sheets.iter().take(number).any(same) {
            return Err(Failure::invalid("Two of the sheets have the same title. Give each its own."));
        }
    }
    Ok(())
}

pub(crate) fn sheet_title(given: &str) -> Result<(), Failure> {
    let is_plain = !given.trim().is_empty() && !given.contains(char::is_control);
    if is_plain && given.chars().count() <= LONGEST_TITLE {
        return Ok(());
    }
    Err(Failure::invalid("A sheet needs a title: one line of at most 100 characters."))
}

fn header(sheet: i64, names: &[String]) -> Value {
    let cell = |name: &String| {
        json!({
            "userEnteredValue": { "stringValue": name },
            "userEnteredFormat": { "textFormat": { "bold": true } },
        })
    };
    let start = json!({ "sheetId": sheet, "rowIndex": 0, "columnIndex": 0 });
    let rows = json!([{ "values": names.iter().map(cell).collect::<Vec<_>>() }]);
    let fields = "userEnteredValue,userEnteredFormat.textFormat.bold";
    json!({ "updateCells": { "start": start, "rows": rows, "fields": fields } })
}

/// What could not be set up is not left behind.
async fn withdrawn(drive: &Drive, file: &File, failure: Failure) -> Failure {
    let handle = match file.handle() {
        Ok(handle) => handle,
        Err(failure) => return failure,
    };
    match drive.set(&handle, json!({ "trashed": true })).await {
        Ok(()) => failure,
        Err(_) => Failure {
            words: format!("{} An empty spreadsheet was left behind: {}", failure.words, file.web_view_link),
            ..failure
        },
    }
}
