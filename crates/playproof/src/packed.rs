//! Certificates that were packed: the kernel reads plain bytes, and packing is
//! the program's business.

use std::borrow::Cow;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use playproof_certify::Stop;

use crate::error::CertificateRejected;
use crate::road::MAX_CERTIFICATE;

/// A certificate packed, for a file `.cert.gz`. The same bytes give the same.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder
        .write_all(bytes)
        .expect("writing to memory succeeds");
    encoder.finish().expect("writing to memory succeeds")
}

/// The bytes of a certificate, unpacked if they were packed (`.cert.gz`).
pub fn unpacked(bytes: &[u8], max_bytes: u64) -> Result<Cow<'_, [u8]>, CertificateRejected> {
    let too_large = || {
        // The user's limit leaves the question open; a certificate beyond all
        // limits is a bad one.
        if max_bytes < MAX_CERTIFICATE {
            return Err(CertificateRejected::Stopped(Stop::Memory));
        }
        let why = format!("the certificate is broken: it comes to more than {max_bytes} bytes");
        Err(CertificateRejected::Wrong(why))
    };
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return match bytes.len() as u64 > max_bytes {
            true => too_large(),
            false => Ok(Cow::Borrowed(bytes)),
        };
    }
    let mut plain = Vec::new();
    let read = GzDecoder::new(bytes)
        .take(max_bytes.saturating_add(1))
        .read_to_end(&mut plain);
    match read {
        Ok(_) if plain.len() as u64 > max_bytes => too_large(),
        Ok(_) => Ok(Cow::Owned(plain)),
        Err(_) => {
            let why = "this file begins like a packed certificate and cannot be unpacked";
            Err(CertificateRejected::Unreadable(why.to_owned()))
        }
    }
}
