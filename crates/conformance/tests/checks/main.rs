//! The kernel against enumeration and forgers, and the invariants of the house.

mod attacks;
mod by_value;
mod by_value_forged;
mod cubes;
mod invariants;
mod obligations;
mod progression;
mod roads;
mod second_checker;
mod stream;
mod traps;
