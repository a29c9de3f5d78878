//! `/oauth/v2/authorize`: the page on which a person lets the app into the workspace.

use std::{collections::BTreeMap, sync::Arc};

use axum::{
    body::Bytes,
    extract::{RawQuery, State},
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use maud::{DOCTYPE, Markup, html};
use sandbox_world::{Noted, guard};
use url::Url;

use super::{Slack, installation::Approved, people::Standing, scopes, workspace::Workspace};

/// What an app asks for.
struct Wish {
    scopes: Vec<String>,
    redirect_uri: Option<String>,
    /// Where the browser goes in the end.
    back: Url,
    state: Option<String>,
}

/// `GET`: shows the page.
pub(super) async fn ask(State(slack): State<Arc<Slack>>, RawQuery(query): RawQuery) -> Response {
    let query = query.unwrap_or_default();
    let given = fields(query.as_bytes());
    let slack = slack.of_team(given.get("team").map(String::as_str).unwrap_or_default());
    let page = match slack.read(|workspace| wish(workspace, &given)) {
        Ok(wish) => {
            Html(slack.read(|workspace| page(workspace, &wish, &query)).into_string()).into_response()
        }
        Err(words) => (StatusCode::BAD_REQUEST, Html(refused(words).into_string())).into_response(),
    };
    noted(page)
}

/// `POST`: the person has pressed Allow or Cancel.
pub(super) async fn decide(State(slack): State<Arc<Slack>>, headers: HeaderMap, body: Bytes) -> Response {
    if !guard::is_own_page(&headers) {
        return noted((StatusCode::FORBIDDEN, "Another page cannot press this button.\n").into_response());
    }
    let form = fields(&body);
    let given = fields(form.get("query").map(String::as_str).unwrap_or_default().as_bytes());
    let slack = slack.of_team(given.get("team").map(String::as_str).unwrap_or_default());
    let wish = match slack.read(|workspace| wish(workspace, &given)) {
        Ok(wish) => wish,
        Err(words) => {
            return noted((StatusCode::BAD_REQUEST, Html(refused(words).into_string())).into_response());
        }
    };
    let handle = form.get("person").map(String::as_str).unwrap_or_default();
    let mut back = wish.back.clone();
    if form.get("decision").map(String::as_str) == Some("allow") {
        let code = slack.change(|workspace| {
            let person = workspace.person_by_handle(handle).filter(|person| may_install(&person.standing));
            let user = person.map(|person| person.id.clone()).ok_or(())?;
            let everywhere = form.contains_key("everywhere") && workspace.organisation.is_some();
            let (scopes, redirect_uri) = (wish.scopes.clone(), wish.redirect_uri.clone());
            Ok::<_, ()>(workspace.approve(user, Approved { scopes, redirect_uri, everywhere }))
        });
        let Ok(code) = code else {
            let words = "This person cannot install apps. Go back and choose a member.";
            return noted((StatusCode::FORBIDDEN, Html(refused(words).into_string())).into_response());
        };
        back.query_pairs_mut().append_pair("code", &code);
    } else {
        back.query_pairs_mut().append_pair("error", "access_denied");
    }
    // Slack sends an empty one where there was none.
    back.query_pairs_mut().append_pair("state", wish.state.as_deref().unwrap_or_default());
    noted((StatusCode::FOUND, [(header::LOCATION, back.to_string())]).into_response())
}

fn wish(workspace: &Workspace, given: &BTreeMap<String, String>) -> Result<Wish, &'static str> {
    let field = |name: &str| given.get(name).filter(|value| !value.is_empty());
    let known = &workspace.configuration;
    if field("client_id") != Some(&known.client_id) {
        return Err("invalid_client_id: there is no app of this `client_id`. Take the one of the card.");
    }
    let scopes: Vec<String> = field("scope")
        .map(|scope| scope.split([',', ' ']).filter(|it| !it.is_empty()).map(str::to_owned).collect())
        .unwrap_or_default();
    if scopes.is_empty() {
        return Err("invalid_scope: the app asks for nothing. Give `scope`.");
    }
    if !scopes.iter().all(|scope| scopes::is_known(scope)) {
        return Err("invalid_scope: a word in `scope` names no scope that a bot can be given. Leave it out.");
    }
    let redirect_uri = field("redirect_uri").cloned();
    let back = redirect_uri.as_ref().or(known.redirect_uris.first());
    let back = back.and_then(|uri| Url::parse(uri).ok());
    let back = back.ok_or("bad_redirect_uri: no address to return to is set for the app. Register one.")?;
    let below = |uri: &String| Url::parse(uri).is_ok_and(|uri| leads_to(&uri, &back));
    if !known.redirect_uris.iter().any(below) {
        return Err("bad_redirect_uri: `redirect_uri` did not match any configured URIs. Register it.");
    }
    Ok(Wish { scopes, redirect_uri, back, state: field("state").cloned() })
}

/// Whether the address is the registered one or below it.
fn leads_to(registered: &Url, aim: &Url) -> bool {
    registered.origin() == aim.origin() && aim.path().starts_with(registered.path())
}

fn may_install(standing: &Standing) -> bool {
    *standing == Standing::Member
}

fn page(workspace: &Workspace, wish: &Wish, query: &str) -> Markup {
    frame(&html! {
        h1 { (workspace.app.name) " is requesting permission to access the " (workspace.team.name) " Slack workspace" }
        form method="post" action="/oauth/v2/authorize" {
            input type="hidden" name="query" value=(query);
            p { "What will it be able to do?" }
            ul { @for scope in &wish.scopes { li { code { (scope) } } } }
            fieldset {
                legend { "You are" }
                @for (index, person) in workspace.people.iter().filter(|it| may_install(&it.standing)).enumerate() {
                    label {
                        input type="radio" name="person" value=(person.handle) checked[index == 0] required;
                        (person.name)
                    }
                }
            }
            @if let Some(organisation) = &workspace.organisation {
                label {
                    input type="checkbox" name="everywhere" value="1";
                    "In every workspace of " (organisation.name)
                }
            }
            button type="submit" name="decision" value="cancel" { "Cancel" }
            button type="submit" name="decision" value="allow" { "Allow" }
        }
    })
}

fn refused(words: &str) -> Markup {
    frame(&html! { h1 { "Something went wrong" } p role="alert" { (words) } })
}

fn frame(content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Install an app – Slack (sandbox)" }
                // None: browsers would ask for one that is not here.
                link rel="icon" href="data:,";
            }
            body { main { (content) } }
        }
    }
}

fn fields(form: &[u8]) -> BTreeMap<String, String> {
    url::form_urlencoded::parse(form).into_owned().collect()
}

fn noted(mut response: Response) -> Response {
    response.extensions_mut().insert(Noted { method: "oauth.authorize".to_owned(), caller: None });
    response
}
