//! The scanner for texts that give orders to an assistant. For now only what it will be measured on.

#[cfg(test)]
mod attacks;
#[cfg(test)]
mod ordinary;
