//! Who may open a file, changed by exactly one permission: given, altered or taken away.
//!
//! The way back is the same with before and after swapped.

use kernel::{
    Call, ChangeState, Code, Effect, Failure, Reversible, Sink, SinkKind, Spec, Stop, Time, Undo, Unmade,
    make_change,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Drive;
use super::file::File;
use super::handle::Handle;
use super::permission::{Grantee, Notice, Permission};
use super::subject::{Subject, stale};
use crate::api::{Id, Trouble};
use crate::scopes::CHANGE_FILES;
use crate::way_back::WayBack;

/// What somebody may do, and until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    pub(crate) role: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) expires: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Sharing {
    pub(crate) file: Subject,
    pub(crate) grantee: Grantee,
    pub(crate) before: Option<Given>,
    pub(crate) after: Option<Given>,
    pub(crate) notice: Notice,
}

impl Given {
    pub(crate) fn of(permission: &Permission) -> Self {
        Self { role: permission.role.clone(), expires: permission.expiration_time.clone() }
    }

    /// Drive writes times its own way.
    fn is(&self, other: &Self) -> bool {
        let moment = |time: &Option<String>| {
            time.as_ref()
                .and_then(|time| time.parse::<jiff::Timestamp>().ok())
                .map(jiff::Timestamp::as_second)
        };
        self.role == other.role && moment(&self.expires) == moment(&other.expires)
    }

    pub(crate) fn shown(&self) -> String {
        match &self.expires {
            Some(time) => format!("{} until {time}", self.role),
            None => self.role.clone(),
        }
    }

    fn body(&self) -> Value {
        let mut body = json!({ "role": self.role });
        if let (Some(expires), Some(fields)) = (&self.expires, body.as_object_mut()) {
            fields.insert("expirationTime".to_owned(), expires.as_str().into());
        }
        body
    }
}

/// What this grantee was given on the file itself, not by a folder above it.
pub(crate) fn direct<'a>(permissions: &'a [Permission], grantee: &Grantee) -> Option<&'a Permission> {
    permissions.iter().find(|one| one.is_for(grantee) && !one.is_inherited())
}

/// What this grantee is allowed by a folder or a shared drive above the file.
pub(crate) fn from_above<'a>(permissions: &'a [Permission], grantee: &Grantee) -> Option<&'a Permission> {
    permissions.iter().find(|one| one.is_for(grantee) && one.is_inherited())
}

/// Who can open a file, for somebody who wants to change that.
pub(crate) fn shareable(file: &File) -> Result<&[Permission], Failure> {
    file.permissions.as_deref().ok_or_else(|| {
        Failure::model(
            Code::NotAvailable,
            "The user may open this file but not decide who else can. Its owner can share it.",
        )
    })
}

impl Sharing {
    async fn ask(&self, drive: &Drive, now: &[Permission]) -> Result<(), Trouble> {
        let file = &self.file.handle;
        let known = direct(now, &self.grantee).map(|known| Id::parse("permission", &known.id)).transpose()?;
        match (known, &self.after) {
            (Some(known), Some(after)) => drive.permit_differently(file, &known, after.body()).await,
            (None, Some(after)) => drive.permit(file, self.grantee.body(after.body()), &self.notice).await,
            (Some(known), None) => drive.forbid(file, &known).await,
            (None, None) => Ok(()),
        }
    }

    /// The words beside the button that takes it back.
    fn words(&self) -> String {
        let (title, who) = (self.file.title(), self.grantee.shown());
        match self.after {
            Some(_) => format!("Shared “{title}” with {who}."),
            None => format!("Stopped sharing “{title}” with {who}."),
        }
    }
}

impl Reversible for Sharing {
    type Site = Drive;
    type Seen = File;
    type Made = ();

    async fn look(&self, drive: &Drive) -> Result<File, Failure> {
        Ok(drive.get(&self.file.handle).await?)
    }

    fn check(&self, now: &File) -> Result<(), Failure> {
        self.file.check_unchanged(now)?;
        if !same(shareable(now)?, self.file.readers.as_deref().unwrap_or_default()) {
            return Err(stale("Somebody has changed who can open the file since this was planned."));
        }
        Ok(())
    }

    fn stands(&self, now: File) -> ChangeState<()> {
        let Some(permissions) = &now.permissions else { return ChangeState::Neither };
        let now = direct(permissions, &self.grantee).map(Given::of);
        if is_given(now.as_ref(), self.after.as_ref()) {
            ChangeState::After(())
        } else if is_given(now.as_ref(), self.before.as_ref()) {
            ChangeState::Before
        } else {
            ChangeState::Neither
        }
    }

    async fn send(&self, drive: &Drive, now: Option<File>) -> Result<(), Unmade> {
        let permissions = now.and_then(|file| file.permissions).unwrap_or_default();
        match self.ask(drive, &permissions).await {
            // A permission that is gone already need not be taken away.
            Err(Trouble::Missing(failure)) if self.after.is_none() => Err(Unmade::Doubtful(failure)),
            answer => answer.map_err(Unmade::from),
        }
    }

    fn unknown(&self) -> String {
        format!(
            "It could not be found out who can open the file now. Look at {} before asking again.",
            self.file.link
        )
    }

    fn inverse(&self, (): &(), until: Time) -> Result<Option<Undo>, Failure> {
        let back = Back {
            file: self.file.handle.clone(),
            grantee: self.grantee.clone(),
            left: self.after.clone(),
            restore: self.before.clone(),
        };
        Undo::new(self.words(), Back::SPEC.name, &back, until).map(Some)
    }

    /// One after the other for each file.
    async fn make(&self, drive: &Drive, stop: &Stop) -> Result<(), Failure> {
        let _turn = drive.turns.of(&self.file.handle).await;
        make_change(self, drive, stop).await
    }
}

impl Grantee {
    fn body(&self, mut body: Value) -> Value {
        let (kind, field) = match self {
            Self::Person(address) => ("user", Some(("emailAddress", address))),
            Self::Group(address) => ("group", Some(("emailAddress", address))),
            Self::Domain(domain) => ("domain", Some(("domain", domain))),
            Self::Anyone => ("anyone", None),
        };
        if let Some(fields) = body.as_object_mut() {
            fields.insert("type".to_owned(), kind.into());
            fields.extend(field.map(|(name, value)| (name.to_owned(), value.as_str().into())));
        }
        body
    }
}

/// Restores what somebody was allowed on a file before a change of ours.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Back {
    pub(crate) file: Handle,
    pub(crate) grantee: Grantee,
    /// What we left; nothing if we took it away.
    #[serde(default)]
    pub(crate) left: Option<Given>,
    /// What was there before; nothing if we gave it.
    #[serde(default)]
    pub(crate) restore: Option<Given>,
}

impl WayBack for Back {
    type Change = Sharing;

    const SPEC: Spec = Spec::commit("drive.restore_sharing").needs(&[CHANGE_FILES]);

    /// Refuses if somebody has decided otherwise since.
    async fn planned(self, drive: &Drive, _call: &Call) -> Result<Sharing, Failure> {
        let file = drive.get(&self.file).await?;
        let now = direct(shareable(&file)?, &self.grantee).map(Given::of);
        if !is_given(now.as_ref(), self.left.as_ref()) {
            return Err(Failure::person(
                Code::Conflict,
                "Somebody has changed who can open this file since, so I leave it as it is. Look at it, and say what \
                 you want done.",
            ));
        }
        let notice = if self.grantee.has_address() { Notice::Silent } else { Notice::NotPossible };
        Ok(Sharing {
            file: Subject::of(&file)?,
            grantee: self.grantee,
            before: now,
            after: self.restore,
            notice,
        })
    }

    fn effect(change: &Sharing) -> Effect {
        let shown = |given: &Option<Given>| given.as_ref().map_or("nothing".to_owned(), Given::shown);
        change
            .file
            .describe(Effect::new(format!("Restore who can open “{}”", change.file.title())))
            .field("Who", change.grantee.shown())
            .field("What they may do", format!("{} → {}", shown(&change.before), shown(&change.after)))
            .field("Email", "nobody is told")
    }

    fn sinks(change: &Sharing) -> Vec<Sink> {
        let gives = |_: &Given| Sink::new(SinkKind::Recipient, "/grantee", change.grantee.destination());
        change.after.iter().map(gives).collect()
    }
}

fn is_given(now: Option<&Given>, wanted: Option<&Given>) -> bool {
    match (now, wanted) {
        (Some(now), Some(wanted)) => now.is(wanted),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

/// Whether the same people may do the same.
fn same(one: &[Permission], other: &[Permission]) -> bool {
    let sorted = |permissions: &[Permission]| {
        let mut rows: Vec<(String, Given)> =
            permissions.iter().map(|one| (one.id.clone(), Given::of(one))).collect();
        rows.sort_by(|one, other| one.0.cmp(&other.0));
        rows
    };
    sorted(one) == sorted(other)
}
