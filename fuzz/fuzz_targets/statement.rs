//! The statement's reader takes any text without a panic, and accepts exactly
//! what the printer writes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use playproof_kernel::Statement;

fuzz_target!(|text: &str| {
    if let Ok(statement) = Statement::parse(text, 64 << 20, &|_, _, _| None) {
        assert_eq!(statement.text(), text, "read, and written otherwise");
    }
});
