//! Parts that engines are made of, and races between them.

mod components;
mod outlook;
mod portfolio;
