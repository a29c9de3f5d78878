//! `drive.share`

use std::time::Duration;

use super::prelude::*;
use crate::drive::query::moment;
use crate::drive::share_file::direct;
use crate::drive::{Given, Grantee, Notice, Role, Sharing, Subject, from_above, shareable, zone_of};
use crate::grant::NOBODYS;
use crate::scopes::{CHANGE_ALL_FILES, CHANGE_FILES};

/// Drive takes no later end than this.
const A_YEAR: Duration = Duration::from_hours(365 * 24);

/// Shares a file or a folder of the user's Google Drive with somebody, or changes what they may do with it.
///
/// Use it only when the user asked for it. With `anyone`, everybody on the internet who has the link can open it.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    /// What to share: its id, its link, or its exact name.
    file: String,
    /// With whom: an address, e.g. `ana@example.com`; a domain for everybody there, e.g. `example.com`; or `anyone`.
    with: String,
    /// What they may do with it.
    #[serde(default)]
    role: Role,
    /// Whether the address is that of a group.
    #[serde(default)]
    group: bool,
    /// Whether Google tells them by email. Only for an address.
    #[serde(default = "yes")]
    notify: bool,
    /// What that email says beside the link.
    #[serde(default)]
    message: Option<String>,
    /// When it ends, within a year, e.g. `2026-12-01` or `2026-12-01T18:00:00+01:00`. Only for an address.
    #[serde(default)]
    expires: Option<String>,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Plan {
    sharing: Sharing,
    /// The domain of the person's own account.
    own_domain: String,
}

holds_change!(Plan { sharing: Sharing });

impl ChangeTool for Share {
    type Plan = Plan;

    const SPEC: Spec =
        Spec::commit("drive.share").deed(Deed::Share).aka(&["google_drive:share"]).needs(&[CHANGE_FILES]);

    async fn plan(self, google: &Google, call: &Call) -> Result<Plan, Failure> {
        let grantee = grantee(&self)?;
        let after = Given { role: self.role.name().to_owned(), expires: end(google, &self, &grantee, call)? };
        let drive = google.drive(call);
        let file = drive.find_behind(&self.file).await?;
        drive.check_within_reach(&file, CHANGE_ALL_FILES).await?;
        let known = direct(shareable(&file)?, &grantee);
        let above = from_above(shareable(&file)?, &grantee);
        if above.is_some_and(|above| self.role.is_within(&above.role)) {
            return Err(Failure::conflict(
                "They may do this and perhaps more already, by the folder or the shared drive that it lies in. There is \
                 nothing to do.",
            ));
        }
        if known.is_some_and(|known| known.role == "owner") {
            return Err(Failure::conflict("It is theirs already: they own it."));
        }
        let before = known.map(Given::of);
        if before.as_ref() == Some(&after) {
            return Err(Failure::conflict("They may do exactly this already; there is nothing to do."));
        }
        let notice = notice(&self, &grantee, before.as_ref())?;
        let own_domain = domain(&call.account.0).to_owned();
        Ok(Plan {
            sharing: Sharing { file: Subject::of(&file)?, grantee, before, after: Some(after), notice },
            own_domain,
        })
    }

    fn answer(plan: &Plan, (): &(), _call: &Call) -> Result<Done, Failure> {
        let file = &plan.sharing.file;
        trusted(&Fields([
            ("shared", json!(true)),
            ("id", json!(file.handle.id())),
            ("with", json!(plan.sharing.grantee.destination())),
            ("role", json!(plan.sharing.after.as_ref().map_or("", |given| given.role.as_str()))),
            ("link", json!(file.link)),
        ]))
    }
}

impl kernel::Plan for Plan {
    fn effect(&self) -> Effect {
        let Sharing { file, grantee, before, after, notice } = &self.sharing;
        let shown = |given: &Option<Given>| given.as_ref().map_or("nothing".to_owned(), Given::shown);
        let mut effect = Effect::new(format!("Share “{}” with {}", file.title(), grantee.shown()));
        if let Some(warning) = warning(grantee, &self.own_domain) {
            effect = effect.field("Careful", warning);
        }
        let effect = file
            .describe(effect)
            .field("With whom", grantee.shown())
            .field("What they may do", format!("{} → {}", shown(before), shown(after)))
            .field("Email", told(notice));
        match notice {
            Notice::Mail { message: Some(message) } => effect.content("Words in it", message),
            Notice::Mail { message: None } | Notice::Silent | Notice::NotPossible => effect,
        }
    }

    fn sinks(&self) -> Vec<Sink> {
        let Sharing { grantee, notice, .. } = &self.sharing;
        let pointer = match grantee {
            Grantee::Person(_) => "/sharing/grantee/person",
            Grantee::Group(_) => "/sharing/grantee/group",
            Grantee::Domain(_) => "/sharing/grantee/domain",
            Grantee::Anyone => "/sharing/grantee",
        };
        let recipient = Sink::new(SinkKind::Recipient, pointer, grantee.destination());
        let words = match notice {
            Notice::Mail { message: Some(message) } => {
                Some(Sink::new(SinkKind::Words, "/sharing/notice/mail/message", message))
            }
            Notice::Mail { message: None } | Notice::Silent | Notice::NotPossible => None,
        };
        [recipient].into_iter().chain(words).collect()
    }

    fn targets(&self) -> Vec<Target> {
        vec![self.sharing.file.target("/sharing/file", "")]
    }

    fn terms(&self) -> Vec<Term> {
        let role = |given: &Given| TermKind::Role(given.role.as_str().into());
        let role = self.sharing.after.as_ref().map(role);
        role.map(|what| Term { pointer: "/sharing/after/role".to_owned(), what }).into_iter().collect()
    }
}

fn end(google: &Google, args: &Share, grantee: &Grantee, call: &Call) -> Result<Option<String>, Failure> {
    let Some(given) = &args.expires else { return Ok(None) };
    if !grantee.has_address() {
        return Err(Failure::invalid(
            "Only what is shared with one address can end by itself. Leave `expires` out.",
        ));
    }
    let end = moment(given, zone_of(&call.requester))?;
    let at = end.parse::<jiff::Timestamp>().map_or(Time(0), |at| Time(at.as_millisecond()));
    let now = google.now();
    if at <= now || at > now.plus(A_YEAR) {
        return Err(Failure::invalid("`expires` must be in the future and within a year."));
    }
    Ok(Some(end))
}

fn grantee(args: &Share) -> Result<Grantee, Failure> {
    match Grantee::parse(&args.with)? {
        Grantee::Person(address) if args.group => Ok(Grantee::Group(address)),
        Grantee::Domain(_) | Grantee::Anyone if args.group => {
            Err(Failure::invalid("A group has an address. Give it in `with`."))
        }
        other => Ok(other),
    }
}

/// What changes a permission that is there already tells nobody.
fn notice(args: &Share, grantee: &Grantee, before: Option<&Given>) -> Result<Notice, Failure> {
    let message = args.message.clone().filter(|message| !message.trim().is_empty());
    let told = args.notify && before.is_none();
    match (grantee.has_address(), told) {
        (true, true) => Ok(Notice::Mail { message }),
        (_, _) if message.is_some() => Err(Failure::invalid(
            "`message` is for the email that tells one new reader, and no email is sent here. Leave it out.",
        )),
        (true, false) => Ok(Notice::Silent),
        (false, _) => Ok(Notice::NotPossible),
    }
}

fn told(notice: &Notice) -> &'static str {
    match notice {
        Notice::Mail { message: Some(_) } => "Google tells them, with the words below",
        Notice::Mail { message: None } => "Google tells them, without words of yours",
        Notice::Silent | Notice::NotPossible => "nobody is told",
    }
}

fn warning(grantee: &Grantee, own: &str) -> Option<String> {
    let outside = |theirs: &str| !theirs.eq_ignore_ascii_case(own) || NOBODYS.contains(&own);
    match grantee {
        Grantee::Anyone => Some(
            "Everybody on the internet who has the link will be able to open it, without signing in."
                .to_owned(),
        ),
        Grantee::Domain(theirs) if outside(theirs) => {
            Some(format!("Everybody at {theirs} is outside {own}."))
        }
        Grantee::Person(address) | Grantee::Group(address) if outside(domain(address)) => {
            Some(format!("{address} is outside {own}."))
        }
        Grantee::Domain(_) | Grantee::Person(_) | Grantee::Group(_) => None,
    }
}

fn domain(address: &str) -> &str {
    address.rsplit('@').next().unwrap_or_default()
}
