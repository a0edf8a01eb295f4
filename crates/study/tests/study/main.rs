//! A study over loopback: by hand, by simulated players, through crashes and full disks.

mod crashes;
mod crowds;
mod damage;
mod plans;
mod steps;
mod support;
mod tokens;
