//! Random edits: whatever is asked, the model stays whole, and a batch that fails changes nothing.
