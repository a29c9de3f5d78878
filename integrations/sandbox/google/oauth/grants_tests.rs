//! The life of codes and tokens, over a clock the tests move themselves.

use super::*;

fn at(minute: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + minute * 60).unwrap()
}

fn ask(duration: Duration, prompt: Prompt) -> Ask {
    Ask {
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

fn sign_in(grants: &mut Grants, ask: Ask, scopes: &[&str]) -> Issued {
    let code = grants.consent(ask, "ana", &set(scopes), at(0));
    grants.exchange(&code, "http://127.0.0.1/back", None, at(1)).unwrap()
}

#[test]
fn a_code_lives_ten_minutes() {
    let mut grants = Grants::default();
    let code = grants.consent(ask(Duration::Offline, Prompt::Unstated), "ana", &set(&["mail"]), at(0));
    let late = grants.exchange(&code, "http://127.0.0.1/back", None, at(10));
    assert_eq!(late.unwrap_err(), Denied::DeadCode);
}

#[test]
fn a_code_used_twice_takes_back_what_it_gave() {
    let mut grants = Grants::default();
    let code = grants.consent(ask(Duration::Offline, Prompt::Unstated), "ana", &set(&["mail"]), at(0));
    let issued = grants.exchange(&code, "http://127.0.0.1/back", None, at(1)).unwrap();
    assert!(grants.bearer(&issued.access_token, at(2)).is_some());
    assert_eq!(grants.exchange(&code, "http://127.0.0.1/back", None, at(2)).unwrap_err(), Denied::DeadCode);
    assert!(grants.bearer(&issued.access_token, at(2)).is_none());
    let refused = grants.refresh(&issued.refresh_token.unwrap(), None, at(2));
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
    assert_eq!(alone.scopes, set(&["files"]));
    let mut merging = ask(Duration::Offline, Prompt::Unstated);
    merging.merge = Merge::WithGranted;
    let merged = sign_in(&mut grants, merging, &["files"]);
    assert_eq!(merged.scopes, set(&["files", "mail"]));
}

#[test]
fn an_access_token_ends_after_an_hour_and_a_refresh_gives_another() {
    let mut grants = Grants::default();
    let issued = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail", "files"]);
    assert!(grants.bearer(&issued.access_token, at(60)).is_some());
    assert!(grants.bearer(&issued.access_token, at(61)).is_none());
    let refresh = issued.refresh_token.unwrap();
    let again = grants.refresh(&refresh, Some("mail"), at(70)).unwrap();
    assert_eq!(grants.bearer(&again.access_token, at(71)).unwrap().scopes, set(&["mail"]));
    assert_eq!(grants.refresh(&refresh, Some("calendar"), at(70)).unwrap_err(), Denied::WiderScope);
    assert_eq!(grants.refresh("1//0nonsense", None, at(70)).unwrap_err(), Denied::UnknownRefreshToken);
}

#[test]
fn revoking_either_token_ends_the_grant() {
    for by_refresh in [true, false] {
        let mut grants = Grants::default();
        let issued = sign_in(&mut grants, ask(Duration::Offline, Prompt::Unstated), &["mail"]);
        let refresh = issued.refresh_token.unwrap();
        assert!(grants.revoke_token(if by_refresh { &refresh } else { &issued.access_token }));
        assert!(grants.bearer(&issued.access_token, at(2)).is_none());
        assert_eq!(grants.refresh(&refresh, None, at(2)).unwrap_err(), Denied::DeadRefreshToken);
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
    assert_eq!(grants.refresh(&tokens[0], None, at(2)).unwrap_err(), Denied::DeadRefreshToken);
    assert!(grants.refresh(&tokens[1], None, at(2)).is_ok());
    assert!(grants.refresh(&tokens[100], None, at(2)).is_ok());
}
