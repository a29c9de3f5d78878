//! Signing in to a server elsewhere.
