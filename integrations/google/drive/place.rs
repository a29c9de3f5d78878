//! A folder that something is put into, and who can open what lies in it.

use kernel::{Failure, Scope, Sink, Target};
use serde::{Deserialize, Serialize};

use super::Drive;
use super::file::File;
use super::handle::{Called, Handle};
use super::permission::{Permission, everybody};
use super::subject::reader_sinks;
use crate::gmail::visible_line;
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) handle: Handle,
    name: String,
    link: String,
    readers: Option<Vec<Permission>>,
}

impl Place {
    /// The top of the person's own drive, which nobody else can open.
    pub(crate) fn root() -> Self {
        Self {
            handle: Handle::root(),
            name: "My Drive".to_owned(),
            link: "https://drive.google.com/drive/my-drive".to_owned(),
            readers: Some(Vec::new()),
        }
    }

    /// The folder somebody named, or the top of their own drive.
    pub(crate) async fn named(drive: &Drive, given: Option<&str>) -> Result<Self, Failure> {
        match given {
            None => Ok(Self::root()),
            Some(given) if is_top(given) => Ok(Self::root()),
            Some(given) => Self::of(&Self::folder(drive, given).await?),
        }
    }

    /// The folder somebody named, provided we may put something into it.
    pub(crate) async fn folder(drive: &Drive, given: &str) -> Result<File, Failure> {
        let folder = drive.find_folder(given).await?;
        if !is_top(given) {
            drive.check_within_reach(&folder, CHANGE_ALL_FILES).await?;
        }
        Ok(folder)
    }

    /// What must be granted to put something there: a folder is hardly ever one that we made ourselves.
    pub(crate) fn needs(given: Option<&str>) -> &'static [&'static [Scope]] {
        match given {
            Some(given) if !is_top(given) => &[CHANGE_FILES],
            Some(_) | None => &[],
        }
    }

    pub(crate) fn of(folder: &File) -> Result<Self, Failure> {
        Ok(Self {
            handle: folder.handle()?,
            name: folder.name.clone(),
            link: folder.web_view_link.clone(),
            readers: folder.permissions.clone(),
        })
    }

    pub(crate) fn title(&self) -> String {
        visible_line(&self.name)
    }

    pub(crate) fn shown(&self) -> String {
        format!("{}\n{}", self.title(), self.link)
    }

    /// Who can open what is put here, beside the person themselves.
    pub(crate) fn audience(&self) -> String {
        match self.readers.as_deref() {
            Some([]) => "nobody else".to_owned(),
            readers => everybody(readers),
        }
    }

    /// `pointer` is where this stands in the plan.
    /// What people call it, and who else can open it. Nobody has to name what only they can open.
    pub(crate) fn target(&self, pointer: &str, me: &str) -> Target {
        let readers: Vec<String> =
            reader_sinks("", self.readers.as_deref(), me).into_iter().map(|sink| sink.value).collect();
        let name = visible_line(&self.name);
        if readers.is_empty() {
            Target::new(pointer, name)
        } else {
            Target::named(pointer, [name]).with_people(readers)
        }
    }

    pub(crate) fn sinks(&self, pointer: &str, me: &str) -> Vec<Sink> {
        reader_sinks(&format!("{pointer}/readers"), self.readers.as_deref(), me)
    }
}

/// The top of somebody's own drive takes what is made with any permission, although it is nobody's making.
fn is_top(given: &str) -> bool {
    matches!(Called::parse(given), Ok(Called::Root))
}
