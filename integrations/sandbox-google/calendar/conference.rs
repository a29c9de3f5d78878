//! Meet: the conference that comes with an event when a client asks for one.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::event::Event;
use super::refused;
use crate::refusal::Refusal;

/// How long a conference takes to be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Meet {
    /// It is there at once.
    #[default]
    Success,
    /// It is only promised, until somebody says otherwise.
    Pending,
}

/// What a client wrote into `conferenceData`, made true. Without version 1 the conference stays what it was.
pub(super) fn settle(
    fields: &mut Map<String, Value>,
    before: Option<&Value>,
    version: Option<&str>,
    meet: Meet,
) -> Result<(), Refusal> {
    if version != Some("1") {
        match before {
            Some(before) => fields.insert("conferenceData".to_owned(), before.clone()),
            None => fields.remove("conferenceData"),
        };
        return Ok(());
    }
    let Some(wanted) = fields.get("conferenceData") else { return Ok(()) };
    let Some(request) = wanted.get("createRequest").filter(|request| !request.is_null()) else {
        return if wanted.get("entryPoints").is_some_and(Value::is_array) {
            Ok(())
        } else {
            Err(refused::invalid("Invalid conference data."))
        };
    };
    let id = request.get("requestId").and_then(Value::as_str).unwrap_or_default();
    if id.is_empty() {
        return Err(refused::missing("Missing conference create request id."));
    }
    let kind = request.pointer("/conferenceSolutionKey/type").and_then(Value::as_str);
    if kind.is_some_and(|kind| kind != "hangoutsMeet") {
        return Err(refused::invalid("Invalid conference type value."));
    }
    let known = before
        .filter(|before| before.pointer("/createRequest/requestId").and_then(Value::as_str) == Some(id));
    let made = known.cloned().unwrap_or_else(|| made(id, meet));
    fields.insert("conferenceData".to_owned(), made);
    Ok(())
}

/// Whether a conference is only promised.
pub(super) fn is_pending(event: &Event) -> bool {
    let status =
        event.fields.get("conferenceData").and_then(|data| data.pointer("/createRequest/status/statusCode"));
    status.and_then(Value::as_str) == Some("pending")
}

/// Makes what was promised. Copies of one event have one conference: its address follows from the request.
pub(super) fn complete(event: &mut Event) {
    let Some(data) = event.fields.get_mut("conferenceData") else { return };
    let id = data.pointer("/createRequest/requestId").and_then(Value::as_str).unwrap_or_default().to_owned();
    *data = made(&id, Meet::Success);
}

/// The address of an event's Meet.
pub(crate) fn link(event: &Event) -> Option<String> {
    let data = event.fields.get("conferenceData")?;
    let points = data.get("entryPoints")?.as_array()?;
    let video = |point: &&Value| point.get("entryPointType").and_then(Value::as_str) == Some("video");
    points.iter().find(video)?.get("uri")?.as_str().map(str::to_owned)
}

/// The conference a request makes.
pub(super) fn made(id: &str, meet: Meet) -> Value {
    let key = json!({ "type": "hangoutsMeet" });
    let status = match meet {
        Meet::Success => "success",
        Meet::Pending => "pending",
    };
    let request = json!({
        "requestId": id, "conferenceSolutionKey": key, "status": { "statusCode": status },
    });
    match meet {
        Meet::Pending => json!({ "createRequest": request }),
        Meet::Success => {
            let code = code(id);
            json!({
                "createRequest": request,
                "entryPoints": [{
                    "entryPointType": "video",
                    "uri": format!("https://meet.google.com/{code}"),
                    "label": format!("meet.google.com/{code}"),
                }],
                "conferenceSolution": {
                    "key": key, "name": "Google Meet",
                    "iconUri": "https://fonts.gstatic.com/s/i/productlogos/meet_2020q4/v6/web-512dp/logo_meet_2020q4_color_2x_web_512dp.png",
                },
                "conferenceId": code,
            })
        }
    }
}

/// Three, four and three letters.
fn code(request: &str) -> String {
    let digest = Sha256::digest(request);
    let letters: String = digest.iter().take(10).map(|byte| char::from(b'a' + byte % 26)).collect();
    let part = |range: std::ops::Range<usize>| letters.get(range).unwrap_or_default().to_owned();
    format!("{}-{}-{}", part(0..3), part(3..7), part(7..10))
}
