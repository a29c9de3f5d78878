-- Every answer of a call is compared with what waited for it.
CREATE INDEX approvals_call ON approvals (thread, call);
