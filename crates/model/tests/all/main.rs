//! Rules, balances and properties.

mod balance;
mod properties;
mod rules;
