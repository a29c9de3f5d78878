//! Taking back what was done or is about to be: by command, by the button of a list, and what somebody reads who cannot
//! do it just now.

use kernel::ports::{Approval, ApprovalState, ConsentOffer, Decision, Way};
use kernel::{
    ApprovalId, ConsentId, Failure, InboundId, Item, Part, PersonId, PlannedCall, Press, Verdict, View,
};
use uuid::Uuid;

use crate::home::accounts;
use crate::home::listing::{list, unreadable};
use crate::home::open_items::{Holding, holdings, link};
use crate::runtime::Engine;
use crate::runtime::rights::{self, Rights};
use crate::thread::{CardKind, CardProgress};
use crate::view::invitation;
use crate::view::speech;

/// Maximum of things to choose from, because each takes three of the fifty blocks of a message.
const OFFERED: usize = 10;

/// Takes back the only thing there is, or lets the person choose. A held mail goes first and at once: while somebody
/// chooses, it would be sent.
pub(crate) async fn by_command(engine: &Engine, by: &PersonId, inbound: InboundId) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let mut rows = engine.ports.person_index.reversible(by).await.map_err(unreadable)?;
    let more = rows.len().saturating_sub(OFFERED);
    rows.truncate(OFFERED);
    let found = holdings(engine, rows).await.map_err(unreadable)?;
    let is_held = |holding: &&Holding| holding.row.state == ApprovalState::Held;
    let alone = match found.as_slice() {
        [] => return Ok(View::plain("There is nothing that can be taken back.")),
        [only] => Some(only),
        several => several.iter().find(is_held).filter(|_| several.iter().filter(is_held).count() == 1),
    };
    if let Some(holding) = alone {
        return take_back(engine, by, inbound, holding).await;
    }
    let mut view = View::plain(
        "Several things can be taken back. Nothing was done yet: press Undo below the one you mean.",
    );
    for holding in &found {
        let (until, note) = match holding.row.state {
            ApprovalState::Held => (holding.row.due, "Not done yet"),
            _ => (Some(holding.card.expires), ""),
        };
        let line = Item { until, ..Item::new(holding.words()).note(note) };
        let press = Press::TakeBack(holding.row.id.clone());
        view = view.with(Part::Item(Box::new(line))).with(Part::Button { label: "Undo".to_owned(), press });
    }
    if more > 0 {
        let words = format!("{more} older things can be undone where they were done.");
        view = view.with(Part::Plain(words));
    }
    Ok(view)
}

/// The button of one of several was pressed.
pub(crate) async fn chosen(
    engine: &Engine,
    by: &PersonId,
    inbound: InboundId,
    approval: &ApprovalId,
) -> Result<View, Failure> {
    accounts::member(engine, by).await?;
    let row = engine.ports.approvals.approval(approval).await.map_err(unreadable)?;
    let found = holdings(engine, row.into_iter().collect()).await.map_err(unreadable)?;
    match found.first() {
        Some(holding) => take_back(engine, by, inbound, holding).await,
        None => Ok(View::plain("This is not known any more. Nothing was undone.")),
    }
}

/// The store lets each thing be taken back once, whichever button was pressed.
async fn take_back(
    engine: &Engine,
    by: &PersonId,
    inbound: InboundId,
    holding: &Holding,
) -> Result<View, Failure> {
    let Holding { row, card, .. } = holding;
    let (verdict, intro) = match card.kind {
        CardKind::Undo => (Verdict::Approve, "I am undoing this:"),
        CardKind::Question | CardKind::Inquiry | CardKind::Sharing => {
            (Verdict::Deny, "Taken back, and not done:")
        }
    };
    if let Some(view) = hindrance(engine, by, row, card).await {
        return Ok(view);
    }
    let decision = engine.ports.approvals.decide(&row.id, by, verdict, inbound).await.map_err(unreadable)?;
    if let Some(words) = too_late(card.kind, &decision) {
        return Ok(View::plain(words));
    }
    let link = match &row.card {
        Some(card) => link(engine, &row.thread, card, "See how it went").await,
        None => None,
    };
    Ok(list(intro, vec![Item { link, ..Item::new(holding.words()) }]))
}

fn too_late(kind: CardKind, decision: &Decision) -> Option<String> {
    match (kind, decision) {
        (CardKind::Undo, Decision::TooLate { state: ApprovalState::Expired, .. }) => {
            Some("The time to undo this is over. Nothing was undone.".to_owned())
        }
        (CardKind::Undo, Decision::TooLate { .. }) => {
            Some("You have pressed Undo for this before. The thread says what came of it.".to_owned())
        }
        _ => speech::refusal(decision, "you"),
    }
}

/// Why an offer to undo cannot be taken up by this person now, and what they can do about it. The offer stays: whatever
/// stands in the way may be gone before its time is over.
pub(crate) async fn hindrance(
    engine: &Engine,
    by: &PersonId,
    row: &Approval,
    card: &CardProgress,
) -> Option<View> {
    let pressable = row.state == ApprovalState::Pending && row.deciders.include(&row.requester, by);
    if card.kind != CardKind::Undo || !pressable {
        return None;
    }
    match rights::of(&engine.ports, row, Some(&card.planned)).await {
        Rights::Stand => None,
        Rights::Disconnected => {
            let why = format!("Nothing was undone, because {} is not connected.", card.planned.account);
            Some(sign_in_first(engine, card, &why).await)
        }
        Rights::Lost(why) => Some(View::plain(format!("Nothing was undone. {why}"))),
        Rights::Unclear => Some(View::plain(speech::RIGHTS_UNCLEAR)),
    }
}

/// Says why an undo needs a sign-in, offers that, and until when the undo can be pressed again.
pub(crate) async fn sign_in_first(engine: &Engine, card: &CardProgress, why: &str) -> View {
    let stays = Item::new("The Undo stays, and works once you are connected.").until(card.expires);
    let view = match offered(engine, &card.planned, why).await {
        Ok(view) => view,
        Err(failure) => View::plain(format!("{why} {}", failure.words)),
    };
    view.with(Part::Item(Box::new(stays)))
}

async fn offered(engine: &Engine, planned: &PlannedCall, why: &str) -> Result<View, Failure> {
    let grants = &engine.ports.grants;
    let person = accounts::member(engine, &planned.requester).await?;
    let arguments = serde_json::from_str(planned.plan.words()).unwrap_or_default();
    let tool = engine.tools.toolbox().get(&planned.tool);
    let needs = tool.and_then(|tool| tool.needs(&arguments).ok()).unwrap_or_default();
    let consent = ConsentId(Uuid::new_v4().simple().to_string());
    let offer = ConsentOffer { consent: consent.clone(), thread: None, person, needs, way: Way::Usual };
    let way = grants.offer(&offer).await?;
    Ok(invitation(grants.provider(), why, "Then press Undo again.", &consent, way))
}
