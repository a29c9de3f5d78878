//! The life of codes and tokens, over a clock the tests move themselves.

use super::super::tokens::Publishing;
use super::*;

fn at(minute: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + minute * 60).unwrap()
}

fn ask(duration: Duration, prompt: Prompt) -> Ask {
    Ask {
        client: "web".to_owned(),
        redirect_uri: "http://127.0.0.1/back".to_owned(),
        scopes: vec!["mail".to_owned()],
        state: None,
        challenge: None,
        duration,
        prompt,
        merge: Merge::Alone,
        login_hint: None,
        nonce: None,
    }
}

fn set(scopes: &[&str]) -> BTreeSet<String> {
    scopes.iter().map(|&scope| scope.to_owned()).collect()
}

fn exchange(grants: &mut Grants, code: &str, now: Timestamp) -> Result<Issued, Denied> {
    let back = "http://127.0.0.1/back";
    grants.exchange(&Presented { client: "web", code, redirect_uri: back, verifier: None }, now)
}

fn refreshed(
    grants: &mut Grants,
    token: &str,
    scope: Option<&str>,
    now: Timestamp,
) -> Result<Issued, Denied> {
    grants.tokens.refresh("web", token, scope, now)
}

fn sign_in(grants: &mut Grants, ask: Ask, scopes: &[&str]) -> Issued {
    let code = grants.consent(ask, "ana", &set(scopes), at(0));
    exchange(grants, &code, at(1)).unwrap()
}

#[test]
fn a_code_lives_ten_minutes() {
    let mut grants = Grants::default();
    let code = grants.consent(ask(Duration::Offline, Prompt::Unstated), "ana", &set(&["mail"]), at(0));
    let late = exchange(&mut grants, &code, at(10));
    assert_eq!(late.unwrap_err(), Denied::DeadCode);
}

#[test]
fn a_code_used_twice_takes_back_what_it_gave() {
    let mut grants = Grants::default();
    let code = grants.consent(ask(Duration::Offline, Prompt::Unstated), "ana", &set(&["mail"]), at(0));
    let issued = exchange(&mut grants, &code, at(1)).unwrap();
    assert!(grants.tokens.bearer(&issued.access_token, at(2)).is_some());
    assert_eq!(exchange(&mut grants, &code, at(2)).unwrap_err(), Denied::DeadCode);
    assert!(grants.tokens.bearer(&issued.access_token, at(2)).is_none());
    let refused = refreshed(&mut grants, &issued.refresh_token.unwrap(), None, at(2));
    assert_eq!(refused.unwrap_err(), Denied::DeadRefreshToken);
}

#[test]
fn a_refresh_token_comes_with_the_first_consent_or_when_consent_is_asked_again() {
    let mut grants = Grants::default();
    let online = sign_in(&mut grants, ask(Duration::Online, Prompt::Unstated), &["mail"]);
    assert!(online.refresh_token.is_none());
    grants.revoke_person("ana");
    let first = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
    assert!(first.refresh_token.is_some());
    let second = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
    assert!(second.refresh_token.is_none());
    let forced = sign_in(&mut grants, ask(Duration::Offline, Prompt::Consent), &["mail"]);
    assert!(forced.refresh_token.is_some());
    let wider = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["files"]);
    assert!(wider.refresh_token.is_some(), "consent to something new is a first consent");
}

#[test]
fn earlier_scopes_are_merged_only_when_asked_for() {
    let mut grants = Grants::default();
    sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
    let alone = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["files"]);
    assert_eq!(alone.grant.scopes, set(&["files"]));
    let mut merging = ask(Duration::Offline, Prompt::Unstated);
    merging.merge = Merge::WithGranted;
    let merged = sign_in(&mut grants, merging, &["files"]);
    assert_eq!(merged.grant.scopes, set(&["files", "mail"]));
}

#[test]
fn an_access_token_ends_after_an_hour_and_a_refresh_gives_another() {
    let mut grants = Grants::default();
    let issued = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail", "files"]);
    assert!(grants.tokens.bearer(&issued.access_token, at(60)).is_some());
    assert!(grants.tokens.bearer(&issued.access_token, at(61)).is_none());
    let refresh = issued.refresh_token.unwrap();
    let again = refreshed(&mut grants, &refresh, Some("mail"), at(70)).unwrap();
    assert_eq!(grants.tokens.bearer(&again.access_token, at(71)).unwrap().scopes, set(&["mail"]));
    assert_eq!(refreshed(&mut grants, &refresh, Some("calendar"), at(70)).unwrap_err(), Denied::WiderScope);
    assert_eq!(
        refreshed(&mut grants, "1//0nonsense", None, at(70)).unwrap_err(),
        Denied::UnknownRefreshToken
    );
}

#[test]
fn revoking_either_token_ends_the_grant() {
    for by_refresh in [true, false] {
        let mut grants = Grants::default();
        let issued = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
        let refresh = issued.refresh_token.unwrap();
        assert!(grants.revoke_token(if by_refresh { &refresh } else { &issued.access_token }));
        assert!(grants.tokens.bearer(&issued.access_token, at(2)).is_none());
        assert_eq!(refreshed(&mut grants, &refresh, None, at(2)).unwrap_err(), Denied::DeadRefreshToken);
        assert!(!grants.revoke_token(&refresh));
    }
}

#[test]
fn the_oldest_of_more_than_a_hundred_refresh_tokens_dies_silently() {
    let mut grants = Grants::default();
    let tokens: Vec<String> = (0..101)
        .map(|_| {
            sign_in(&mut grants, ask(Duration::Offline, Prompt::Consent), &["mail"]).refresh_token.unwrap()
        })
        .collect();
    assert_eq!(refreshed(&mut grants, &tokens[0], None, at(2)).unwrap_err(), Denied::DeadRefreshToken);
    assert!(refreshed(&mut grants, &tokens[1], None, at(2)).is_ok());
    assert!(refreshed(&mut grants, &tokens[100], None, at(2)).is_ok());
}

#[test]
fn a_client_uses_only_its_own_codes_and_tokens() {
    let mut grants = Grants::default();
    let code = grants.consent(ask(Duration::Offline, Prompt::Unstated), "ana", &set(&["mail"]), at(0));
    let back = "http://127.0.0.1/back";
    let foreign = Presented { client: "desktop", code: &code, redirect_uri: back, verifier: None };
    assert_eq!(grants.exchange(&foreign, at(1)).unwrap_err(), Denied::DeadCode);
    let token = exchange(&mut grants, &code, at(1)).unwrap().refresh_token.unwrap();
    let refused = grants.tokens.refresh("desktop", &token, None, at(2));
    assert_eq!(refused.unwrap_err(), Denied::OtherClient);
    let mut other = ask(Duration::Offline, Prompt::Unstated);
    other.client = "desktop".to_owned();
    let code = grants.consent(other, "ana", &set(&["mail"]), at(3));
    let given = Presented { client: "desktop", code: &code, redirect_uri: back, verifier: None };
    let issued = grants.exchange(&given, at(3)).unwrap();
    assert!(issued.refresh_token.is_some(), "the first consent to this client");
    assert!(grants.revoke_token(&issued.access_token));
    assert!(refreshed(&mut grants, &token, None, at(4)).is_ok(), "the other client's grant goes on");
}

#[test]
fn while_the_app_is_in_testing_a_refresh_token_lives_seven_days() {
    let mut grants = Grants::default();
    let issued = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
    let only_sign_in = sign_in(&mut grants, ask(Duration::Offline, Prompt::Consent), &["openid"]);
    let (mail, who) = (issued.refresh_token.unwrap(), only_sign_in.refresh_token.unwrap());
    let week = 7 * 24 * 60;
    assert!(refreshed(&mut grants, &mail, None, at(2 * week)).is_ok(), "in production it goes on");
    grants.tokens.publish(Publishing::Testing);
    assert!(refreshed(&mut grants, &mail, None, at(week)).is_ok());
    let late = refreshed(&mut grants, &mail, None, at(week + 1));
    assert_eq!(late.unwrap_err(), Denied::DeadRefreshToken);
    assert!(refreshed(&mut grants, &who, None, at(week + 1)).is_ok(), "the sign-in alone is exempt");
}
