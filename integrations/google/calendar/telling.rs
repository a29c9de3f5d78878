//! A change of events that are there, with who hears of it and what a person should know before.

use jiff::tz::TimeZone;
use kernel::Call;

use super::changes::Changes;
use super::guests::Notify;
use super::purpose::Purpose;
use super::reach::{Reach, Scope, Target};
use super::write::Write;
use crate::gmail::visible_line;

impl Target {
    pub(crate) fn changes(
        &self,
        purpose: Purpose,
        writes: Vec<Write>,
        notify: Option<Notify>,
        call: &Call,
    ) -> Changes {
        let changes = Changes::new(purpose, self.place.clone(), &self.zone, writes)
            .about(&self.named, &self.zone)
            .remarking(remarks(&self.reach, &self.zone));
        if self.is_shared() {
            return changes.telling(notify, &call.account.0);
        }
        let organizer = self.named.event.organizer();
        let invited = changes.invited(&call.account.0);
        // Whom a guest invites comes into everybody's copy; all else a guest writes stays in their own.
        let reach = match (invited.is_empty(), changes.only_invites()) {
            (true, _) => Some("Only your own copy changes"),
            (false, false) => Some("Apart from the invitations, only your own copy changes"),
            (false, true) => None,
        };
        let remark = reach.map(|reach| {
            let organizer = visible_line(organizer);
            format!("{reach}: {organizer} organises it, and does not let guests change it")
        });
        // A guest can invite, but not uninvite.
        let changes = if invited.is_empty() { changes } else { changes.for_good() };
        let told = std::iter::once(organizer.to_owned()).chain(invited);
        changes.telling_only(notify, told).remarking(remark)
    }
}

/// What becomes of occurrences that were changed one by one.
fn remarks(reach: &Reach, zone: &TimeZone) -> Vec<String> {
    let (changed, fate) = match reach {
        Reach::One(_) => return Vec::new(),
        Reach::Whole(series) => (
            series.changed(Scope::All, zone),
            "These occurrences differ from the series; Google may keep or drop that",
        ),
        Reach::Rest(series) => (
            series.changed(Scope::Following, zone),
            "These later occurrences were changed one by one; their changes will be lost",
        ),
    };
    if changed.is_empty() { Vec::new() } else { vec![format!("{fate}: {}", changed.join("; "))] }
}
