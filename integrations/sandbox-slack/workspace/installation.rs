//! The installation of the app in a workspace, and its tokens.

use crate::{
    answer::Refusal,
    ids::{self, UserId},
    installation::{Approved, CODE_LIVES_MS, Code, Issued, Refresh, State, TOKEN_LIVES},
    ts::Ts,
    workspace::Workspace,
};

impl Workspace {
    pub(crate) fn state(&self) -> State {
        self.installation.state
    }

    /// Whether it is a bot token that works; if it was one once, why it no longer does.
    pub(crate) fn admit(&self, token: &str) -> Result<bool, Refusal> {
        let ends = self.installation.rotating.get(token);
        if token != self.app.bot_token && ends.is_none() {
            return Ok(false);
        }
        match self.installation.state {
            State::Revoked => return Err(Refusal::new("token_revoked")),
            State::Uninstalled => return Err(Refusal::new("account_inactive")),
            State::Installed => {}
        }
        match ends {
            Some(ends) if *ends <= Ts::now() => Err(Refusal::new("token_expired")),
            _ => Ok(true),
        }
    }

    /// A person has approved; gives the code the app exchanges.
    pub(crate) fn approve(&mut self, user: UserId, approved: Approved) -> String {
        let code = format!("{}.{}.{}", ids::digits(12), ids::digits(13), ids::random(64));
        let Approved { scopes, redirect_uri, everywhere } = approved;
        let made_at = Ts::now();
        let approved = Code { user, scopes, redirect_uri, everywhere, made_at, used: false };
        self.installation.codes.insert(code.clone(), approved);
        code
    }

    pub(crate) fn is_installed_everywhere(&self) -> bool {
        self.installation.everywhere
    }

    /// Whether a code or a refresh token is of this workspace.
    pub(crate) fn has_issued(&self, code: &str, refresh: &str) -> bool {
        self.installation.codes.contains_key(code) || self.installation.refresh.contains_key(refresh)
    }

    /// Takes a code, which counts once, and installs the app with what was approved.
    pub(crate) fn exchange_code(
        &mut self,
        code: &str,
        redirect_uri: Option<&str>,
    ) -> Result<(Code, Issued), Refusal> {
        let known = self.installation.codes.get_mut(code).ok_or_else(|| Refusal::new("invalid_code"))?;
        if known.used {
            return Err(Refusal::new("code_already_used"));
        }
        if known.made_at.plus_milliseconds(CODE_LIVES_MS) <= Ts::now() {
            return Err(Refusal::new("invalid_code"));
        }
        if known.redirect_uri.as_deref() != redirect_uri {
            return Err(Refusal::new("bad_redirect_uri"));
        }
        known.used = true;
        let approved = known.clone();
        self.app.scopes.clone_from(&approved.scopes);
        self.installation.everywhere = approved.everywhere;
        if self.installation.state != State::Installed {
            // What was revoked stays so; a new installation has a new token.
            self.app.bot_token = bot_token();
            self.installation.rotating.clear();
            self.installation.refresh.clear();
            self.installation.state = State::Installed;
        }
        let issued = if self.configuration.token_rotation {
            self.rotate()
        } else {
            Issued { token: self.app.bot_token.clone(), refresh: None }
        };
        Ok((approved, issued))
    }

    /// Takes a refresh token, which counts once.
    pub(crate) fn refresh(&mut self, token: &str) -> Result<Issued, Refusal> {
        if !self.configuration.token_rotation {
            return Err(Refusal::new("token_rotation_not_enabled"));
        }
        match self.installation.refresh.get_mut(token) {
            Some(state) if *state == Refresh::Fresh && self.installation.state == State::Installed => {
                *state = Refresh::Used;
                Ok(self.rotate())
            }
            _ => Err(Refusal::new("invalid_refresh_token")),
        }
    }

    fn rotate(&mut self) -> Issued {
        let token = format!("xoxe.xoxb-1-{}", ids::random(120));
        let refresh = format!("xoxe-1-{}", ids::random(120));
        let ends = Ts::now().plus_milliseconds(TOKEN_LIVES * 1000);
        self.installation.rotating.insert(token.clone(), ends);
        self.installation.refresh.insert(refresh.clone(), Refresh::Fresh);
        Issued { token, refresh: Some(refresh) }
    }

    /// Ends every token that was issued with an end, as if the time had passed.
    pub(crate) fn expire_tokens(&mut self) -> usize {
        let now = Ts::now();
        for ends in self.installation.rotating.values_mut() {
            *ends = now;
        }
        self.installation.rotating.len()
    }

    /// The token is of no use any more: the bot user leaves every channel. Tells the app; gives the event ids.
    pub(crate) fn revoke(&mut self) -> Vec<String> {
        let told = self.tell_revoked().into_iter().collect();
        self.leave_everywhere(State::Revoked);
        told
    }

    /// The app is taken out of the workspace. Tells it a last time; gives the event ids.
    pub(crate) fn uninstall(&mut self) -> Vec<String> {
        let told = [self.tell_revoked(), self.tell_uninstalled()].into_iter().flatten().collect();
        self.leave_everywhere(State::Uninstalled);
        told
    }

    /// The app is in none of it.
    pub(crate) fn leave(&mut self) {
        self.leave_everywhere(State::Uninstalled);
    }

    fn leave_everywhere(&mut self, state: State) {
        self.installation.state = state;
        for channel in self.channels.values_mut().filter(|channel| !channel.name.is_empty()) {
            channel.members.remove(&self.app.user);
        }
    }
}

fn bot_token() -> String {
    format!("xoxb-{}-{}-{}", ids::digits(12), ids::digits(13), ids::random(24))
}
