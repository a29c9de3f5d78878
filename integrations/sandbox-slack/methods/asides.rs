//! What there is little of here, in Slack's shapes: `conversations.mark`, `users.getPresence`, `files.list`, `emoji.list`,
//! `usergroups.list`, `auth.teams.list`, `pins.list` and `bookmarks.list`.

use serde_json::{Value, json};

use super::{Answer, Call, Refusal, call::granted, files::visible as visible_file, joined, of_one_workspace};
use crate::{
    files::{File, Stage},
    ts::Ts,
    workspace::ChannelKind,
};

/// What the app has read is nobody's business here; only the question must be right.
pub(super) fn mark(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.arguments.needed("ts")?;
    call.arguments.ts("ts", "invalid_timestamp")?;
    call.slack.read(|workspace| {
        let channel = joined(workspace, &channel)?;
        granted(
            workspace,
            match channel.kind {
                ChannelKind::Public => "channels:manage",
                ChannelKind::Private => "groups:write",
                ChannelKind::Group => "mpim:write",
                ChannelKind::Direct(_) => "im:write",
            },
        )?;
        Ok(json!({}))
    })
}

/// Everybody is there, and so is the app.
pub(super) fn presence(call: &Call<'_>) -> Answer {
    let user = call.arguments.text("user")?.filter(|user| !user.is_empty());
    call.slack.read(|workspace| match user {
        Some(user) if user != workspace.app.user.as_str() => {
            workspace.person(&user).ok_or_else(|| Refusal::new("user_not_found"))?;
            Ok(json!({"presence": "active"}))
        }
        _ => Ok(json!({
            "presence": "active", "online": true, "auto_away": false, "manual_away": false, "connection_count": 1,
        })),
    })
}

/// Those that the app may see and that were shared, the newest first.
pub(super) fn files(call: &Call<'_>) -> Answer {
    let wanted = |name: &str| call.arguments.text(name).map(|text| text.filter(|text| !text.is_empty()));
    let (channel, user, types) = (wanted("channel")?, wanted("user")?, wanted("types")?);
    let (from, to) =
        (call.arguments.ts("ts_from", "invalid_arg_name")?, call.arguments.ts("ts_to", "invalid_arg_name")?);
    let (count, page) = (whole(wanted("count")?, 100)?.min(1000), whole(wanted("page")?, 1)?);
    call.slack.read(|workspace| {
        of_one_workspace(call, workspace)?;
        let here = |file: &File| {
            channel.as_ref().is_none_or(|id| file.shares.iter().any(|(place, _)| place.as_str() == id))
        };
        let of_time = |shown: &Value| {
            let at = shown.get("created").and_then(Value::as_u64).unwrap_or_default();
            from.is_none_or(|from| at >= from.seconds()) && to.is_none_or(|to| at <= to.seconds())
        };
        let of_user =
            |shown: &Value| user.as_ref().is_none_or(|user| shown.get("user") == Some(&json!(user)));
        let known = workspace.files.values().filter(|file| file.stage == Stage::Complete && here(file));
        let mut all: Vec<Value> = known
            .filter(|file| visible_file(workspace, &file.id).is_ok())
            .map(|file| workspace.file_shown(&file.id))
            .filter(|shown| {
                of_time(shown) && of_user(shown) && is_of(shown, types.as_deref().unwrap_or("all"))
            })
            .collect();
        all.sort_by_key(|shown| std::cmp::Reverse(shown.get("created").and_then(Value::as_u64)));
        let total = all.len();
        let files: Vec<Value> = all.into_iter().skip((page - 1).saturating_mul(count)).take(count).collect();
        let paging = json!({"count": count, "total": total, "page": page, "pages": total.div_ceil(count)});
        Ok(json!({"files": files, "paging": paging}))
    })
}

/// Whether a file is of one of these kinds.
fn is_of(shown: &Value, types: &str) -> bool {
    let text = |name: &str| shown.get(name).and_then(Value::as_str).unwrap_or_default();
    types.split(',').any(|kind| match kind.trim() {
        "all" => true,
        "snippets" => text("mode") == "snippet",
        "images" => text("mimetype").starts_with("image/"),
        "pdfs" => text("mimetype") == "application/pdf",
        "zips" => text("mimetype") == "application/zip",
        _ => false,
    })
}

/// A number from one on.
fn whole(given: Option<String>, usual: usize) -> Result<usize, Refusal> {
    let number = given.map_or(Ok(usual), |text| text.parse());
    number.ok().filter(|number| *number > 0).ok_or_else(|| Refusal::new("invalid_arguments"))
}

/// Nobody has added any of their own.
#[expect(clippy::unnecessary_wraps, reason = "every method of the table has this shape")]
pub(super) fn emoji(_: &Call<'_>) -> Answer {
    Ok(json!({"emoji": {}, "cache_ts": Ts::now().to_string()}))
}

pub(super) fn user_groups(call: &Call<'_>) -> Answer {
    call.slack.read(|workspace| of_one_workspace(call, workspace))?;
    Ok(json!({"usergroups": []}))
}

/// The workspaces that the token is for.
#[expect(clippy::unnecessary_wraps, reason = "every method of the table has this shape")]
pub(super) fn teams(call: &Call<'_>) -> Answer {
    Ok(call.slack.read(|workspace| {
        let teams = [json!({"id": workspace.team.id, "name": workspace.team.name})];
        json!({"teams": teams, "response_metadata": {"next_cursor": ""}})
    }))
}

pub(super) fn pins(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel")?;
    call.slack.read(|workspace| joined(workspace, &channel).map(|_| json!({"items": []})))
}

pub(super) fn bookmarks(call: &Call<'_>) -> Answer {
    let channel = call.arguments.needed("channel_id")?;
    call.slack.read(|workspace| joined(workspace, &channel).map(|_| json!({"bookmarks": []})))
}
