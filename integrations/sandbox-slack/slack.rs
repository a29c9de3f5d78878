//! The sandbox's Slack as one value: its workspaces, its sockets and its snapshots.

use std::sync::{Arc, Mutex, PoisonError};

use sandbox_world::{Changes, World};
use serde_json::value::{RawValue, to_raw_value};

use crate::{rate_limits::Traffic, sockets::Sockets, workspace::Workspace};

pub struct Slack {
    pub(crate) workspace: Mutex<Workspace>,
    /// Of the app, for all workspaces.
    pub(crate) sockets: Arc<Mutex<Sockets>>,
    /// The calls that were made of late.
    pub(crate) traffic: Mutex<Traffic>,
    /// The workspaces beside the first; those know of none.
    pub(crate) others: Vec<Arc<Self>>,
    pub(crate) changes: Changes,
    /// `http://127.0.0.1:PORT`, of which response URLs and socket URLs are made.
    pub(crate) base: String,
}

impl Slack {
    pub fn new(world: &World, changes: &Changes, base: &str) -> Self {
        let mut first = Workspace::new(world);
        first.beside = world.workspaces.iter().map(|seed| Workspace::beside(&first, seed)).collect();
        Self::of(first, changes, base)
    }

    /// Goes on from a snapshot. Whatever was on its way over a socket is on its way again.
    pub fn restore(snapshot: &RawValue, changes: &Changes, base: &str) -> Result<Self, serde_json::Error> {
        Ok(Self::of(serde_json::from_str(snapshot.get())?, changes, base))
    }

    pub fn snapshot(&self) -> Result<Box<RawValue>, serde_json::Error> {
        // Nobody waits while a copy is written out.
        to_raw_value(&self.together())
    }

    pub(crate) fn read<T>(&self, look: impl FnOnce(&Workspace) -> T) -> T {
        look(&self.workspace.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the workspace without a sound, for whoever rings the bell themselves.
    pub(crate) fn quietly<T>(&self, act: impl FnOnce(&mut Workspace) -> T) -> T {
        act(&mut self.workspace.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes the workspace and rings the bell, unless the change was refused.
    pub(crate) fn change<T, E>(&self, act: impl FnOnce(&mut Workspace) -> Result<T, E>) -> Result<T, E> {
        let done = act(&mut self.workspace.lock().unwrap_or_else(PoisonError::into_inner));
        if done.is_ok() {
            self.changes.ring();
        }
        done
    }
}
