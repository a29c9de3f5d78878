//! google
