//! Checks a certificate and says what was accepted: by which evidence, of which
//! statement, and under which axioms.
//!
//! Nobody who made the certificate is trusted: the kernel goes through the
//! evidence, and the statement is made again from the level and the property
//! in the file and compared byte for byte.
//!
//! Run it with `cargo run -p playproof --example check_certificate -- FILE`, or
//! without a file for a certificate that it makes itself.

use playproof::{CertificateRejected, Limits, MAX_CERTIFICATE, Playproof};

/// What was accepted, in five lines.
pub fn run(certificate: &[u8]) -> Result<String, CertificateRejected> {
    // The file may come from anywhere, so what it may cost is limited.
    let mut budget = Limits::states(u64::MAX).and_bytes(256 << 20);
    let playproof = Playproof::default();
    let checked = playproof.check(certificate, MAX_CERTIFICATE, &mut budget)?;
    let (accepted, certificate) = (&checked.accepted, &checked.certificate);
    let axioms = match accepted.axioms() {
        [] => "none".to_owned(),
        axioms => axioms.join(", "),
    };
    Ok(format!(
        "accepted: {} {} for a level of {}\n\
         evidence: {}\n\
         statement: {}\n\
         property in core form: {}\n\
         axioms: {axioms}\n",
        certificate.property,
        accepted.answer(),
        certificate.game,
        certificate.evidence.kind(),
        certificate.rules(),
        certificate.core,
    ))
}

/// A certificate to look at: that a goal behind a wall is out of reach.
pub fn sample() -> Vec<u8> {
    let mut budget = Limits::states(1_000);
    let proof = playproof::verify("A01G\n", "unsolvable", &mut budget);
    let certificate = proof.ok().and_then(|proof| proof.certificate);
    certificate
        .expect("so few states are enough")
        .to_bytes(false)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let certificate = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => sample(),
    };
    print!("{}", run(&certificate)?);
    Ok(())
}
