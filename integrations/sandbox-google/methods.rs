//! The methods of the five APIs, and the checks before each.

use bytes::Bytes;
use serde_json::Value;

use crate::{
    Google, calendar,
    call::{Answer, Call},
    contract::Found,
    docs, drive,
    fields::Mask,
    gmail,
    refusal::Refusal,
    sheets, version,
};

/// What came of a call.
pub(crate) enum Done {
    Nothing,
    /// The answer, with the fields the caller wants.
    Json {
        answer: Value,
        etag: Option<String>,
    },
    Content {
        media_type: String,
        bytes: Bytes,
    },
}

/// Calls the method.
pub(crate) fn carry_out(google: &Google, found: &Found<'_>, call: &Call) -> Result<Done, Refusal> {
    let mask = check(google, found, call)?;
    let answer = match method_of(found)(google, call)? {
        Answer::Json(answer) => answer,
        Answer::Content { media_type, bytes } => return Ok(Done::Content { media_type, bytes }),
    };
    if found.method.response.is_none() {
        return Ok(Done::Nothing);
    }
    let etag = version::of(found, &answer);
    let answer = match mask {
        Some(mask) => mask.apply(answer),
        None => answer,
    };
    Ok(Done::Json { answer, etag })
}

/// The last checks before a method is called.
pub(crate) fn check(google: &Google, found: &Found<'_>, call: &Call) -> Result<Option<Mask>, Refusal> {
    let schema = found.method.response.as_ref().and_then(|answer| found.api.schemas.get(&answer.name));
    let mask = call.query.one("fields").map(|text| Mask::read(text, found.api, schema)).transpose()?;
    if google.look_at(|state| state.disabled.contains(&found.api.name)) {
        return Err(Refusal::disabled(found.api.title(), &found.api.service()));
    }
    Ok(mask)
}

/// Which API performs it.
pub(crate) fn method_of(found: &Found<'_>) -> fn(&Google, &Call) -> Result<Answer, Refusal> {
    match found.api.name.as_str() {
        "gmail" => gmail::perform,
        "drive" => drive::perform,
        "docs" => docs::perform,
        "sheets" => sheets::perform,
        "calendar" => calendar::perform,
        _ => |_, call| Err(Refusal::not_implemented(&call.method)),
    }
}
