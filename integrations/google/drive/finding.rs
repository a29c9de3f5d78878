//! From what somebody calls a file to the file itself. One that is meant for sure, or none.

use kernel::{Code, Failure, Scope};
use serde_json::json;

use super::file::{FOLDER, File, SHORTCUT};
use super::handle::{Called, Handle};
use super::query::{Query, Type};
use super::{Drive, Page};
use crate::api::Trouble;
use crate::gmail::visible_line;
use crate::scopes::SEE_ALL_FILES;

/// So many of one name are shown to choose from.
const CANDIDATES: u32 = 10;
const NEWEST_FIRST: &str = "modifiedTime desc";

impl Drive {
    /// The file that is called so; of a shortcut, the shortcut itself.
    pub(crate) async fn find(&self, given: &str) -> Result<File, Failure> {
        self.called(given, None).await
    }

    /// The same, and where it is a shortcut, what it leads to.
    pub(crate) async fn find_behind(&self, given: &str) -> Result<File, Failure> {
        let found = self.called(given, None).await?;
        self.behind(found).await
    }

    /// The spreadsheet that is called so.
    pub(crate) async fn find_spreadsheet(&self, given: &str) -> Result<File, Failure> {
        let found = self.called(given, Some(Type::Spreadsheet)).await?;
        self.behind(found).await
    }

    /// The same for a document: what else has its name does not count.
    pub(crate) async fn find_document(&self, given: &str) -> Result<File, Failure> {
        match self.called(given, Some(Type::Document)).await {
            Err(failure) if failure.code == Code::NotFound => self.find_behind(given).await,
            found => self.behind(found?).await,
        }
    }

    pub(crate) async fn find_folder(&self, given: &str) -> Result<File, Failure> {
        let found = self.called(given, Some(Type::Folder)).await?;
        let found = self.behind(found).await?;
        if found.is_folder() {
            return Ok(found);
        }
        Err(Failure::invalid("That is a file, not a folder. Name the folder it is in."))
    }

    async fn behind(&self, found: File) -> Result<File, Failure> {
        match found.shortcut_details {
            Some(shortcut) if found.mime_type == SHORTCUT => {
                self.seen(&Handle::new(&shortcut.id, shortcut.key.as_deref())?).await
            }
            _ => Ok(found),
        }
    }

    async fn called(&self, given: &str, wanted: Option<Type>) -> Result<File, Failure> {
        match Called::parse(given)? {
            Called::Root => self.seen(&Handle::root()).await,
            Called::Handle(handle) => self.seen(&handle).await,
            Called::Word(handle) => match self.get(&handle).await {
                Ok(file) => Ok(file),
                Err(Trouble::Missing(_)) => self.named(given.trim(), wanted).await,
                Err(trouble) => Err(trouble.into()),
            },
            Called::Path(names) => match self.at(&names, wanted).await? {
                Some(file) => Ok(file),
                // Some names have a slash in them.
                None => self.named(given.trim(), wanted).await,
            },
            Called::Name(name) => self.named(&name, wanted).await,
        }
    }

    /// A file by its id. What is not there may only be hidden from us.
    async fn seen(&self, handle: &Handle) -> Result<File, Failure> {
        match self.get(handle).await {
            Ok(file) => Ok(file),
            Err(Trouble::Missing(failure)) => Err(self.unseen(failure.words).await),
            Err(trouble) => Err(trouble.into()),
        }
    }

    async fn named(&self, name: &str, wanted: Option<Type>) -> Result<File, Failure> {
        let page = self.list(&Query::named(name).of_type(wanted), NEWEST_FIRST, CANDIDATES, None).await?;
        match page.files.as_slice() {
            _ if page.incomplete_search => return Err(in_part(&page)),
            [] => {}
            [one] => return self.seen(&one.handle()?).await,
            several => return Err(which("Several files have that name.", several)),
        }
        if wanted == Some(Type::Folder)
            && let Some(file) = self.drive_named(name).await?
        {
            return Ok(file);
        }
        let like = self.list(&Query::name_like(name).of_type(wanted), NEWEST_FIRST, CANDIDATES, None).await?;
        if !like.files.is_empty() {
            return Err(which("No file has exactly that name; these have one like it.", &like.files));
        }
        Err(self
            .unseen("There is no file of that name in Drive. Search for it with drive.search.".to_owned())
            .await)
    }

    /// Down from the top of My Drive, or of the shared drive that the first name names.
    async fn at(&self, names: &[String], wanted: Option<Type>) -> Result<Option<File>, Failure> {
        let Some((first, rest)) = names.split_first() else { return Ok(None) };
        let step = |rest: &[String]| if rest.is_empty() { wanted } else { Some(Type::Folder) };
        let mut found = match self.child("root", first, step(rest)).await? {
            Some(file) => file,
            None => match self.drive_named(first).await? {
                Some(root) => root,
                None => return Ok(None),
            },
        };
        for (number, name) in rest.iter().enumerate() {
            let later = rest.get(number + 1..).unwrap_or_default();
            match self.child(&found.id, name, step(later)).await? {
                Some(file) => found = file,
                None => return Ok(None),
            }
        }
        self.seen(&found.handle()?).await.map(Some)
    }

    async fn child(&self, folder: &str, name: &str, wanted: Option<Type>) -> Result<Option<File>, Failure> {
        let query = Query::named(name).within(folder).of_type(wanted);
        let page = match self.list(&query, NEWEST_FIRST, CANDIDATES, None).await {
            Ok(page) => page,
            Err(Trouble::Missing(_)) => return Ok(None),
            Err(trouble) => return Err(trouble.into()),
        };
        match page.files.as_slice() {
            _ if page.incomplete_search => Err(in_part(&page)),
            [] => Ok(None),
            [one] => self.behind(one.clone()).await.map(Some),
            several => Err(which("Several files there have that name.", several)),
        }
    }

    /// The top of a shared drive.
    async fn drive_named(&self, name: &str) -> Result<Option<File>, Failure> {
        let drives = self.shared_drives().await?.unwrap_or_default();
        let mut named = drives.into_iter().filter(|drive| drive.name.eq_ignore_ascii_case(name));
        let (Some(drive), None) = (named.next(), named.next()) else { return Ok(None) };
        let handle = Handle::new(&drive.id, None)?;
        let permissions = self.readers(&handle).await?;
        Ok(Some(File {
            web_view_link: format!("https://drive.google.com/drive/folders/{}", drive.id),
            drive_id: Some(drive.id.clone()),
            id: drive.id,
            name: drive.name,
            mime_type: FOLDER.to_owned(),
            permissions,
            ..File::default()
        }))
    }

    /// What must be said beside a list, so that nobody takes it for the whole.
    pub(crate) async fn remark_on(&self, page: &Page) -> Option<&'static str> {
        if !self.sees(SEE_ALL_FILES).await {
            return Some("Only files I made myself are among these: I have no permission to see the others.");
        }
        let words = "Drive did not look everywhere: there may be more. Narrow the search to be sure.";
        page.incomplete_search.then_some(words)
    }

    /// Refuses a file that a narrow permission does not open although a wider one shows it: before anybody is asked to
    /// countersign what cannot be done.
    pub(crate) async fn check_within_reach(&self, file: &File, all: &[Scope]) -> Result<(), Failure> {
        if file.is_app_authorized || self.sees(all).await {
            return Ok(());
        }
        Err(Failure::person(
            Code::ScopeMissing,
            "In this Google account I may do this only with the files I made myself, and this is none of them. To go on I \
             need your permission for the others.",
        ))
    }

    /// Why something is not found: it is not there, or we are shown only what we made ourselves.
    pub(crate) async fn unseen(&self, words: String) -> Failure {
        if self.sees(SEE_ALL_FILES).await {
            return Failure::not_found(words);
        }
        Failure::person(
            Code::ScopeMissing,
            "In this Google account I see only the files I made myself, and this is none of them. To go on I need \
             your permission to see the others.",
        )
    }
}

/// One that was found may not be the only one.
fn in_part(page: &Page) -> Failure {
    which("Drive did not look everywhere, so there may be other files of that name.", &page.files)
}

/// Whoever asked must choose. The names are other people's.
fn which(why: &str, several: &[File]) -> Failure {
    let rows = several.iter().map(|file| {
        json!({
            "id": file.id,
            "name": file.title(),
            "type": file.kind(),
            "owner": file.owner().map(visible_line),
            "modified": file.modified_time,
            "link": file.web_view_link,
        })
    });
    let rows: Vec<serde_json::Value> = rows.collect();
    Failure::invalid(format!(
        "{why} Ask the user which one is meant if that is not clear, and name it by its id."
    ))
    .quoting(serde_json::Value::from(rows).to_string())
}
