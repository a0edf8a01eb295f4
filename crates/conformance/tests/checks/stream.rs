//! Random numbers of generators.

use playproof_game::Stream;

#[test]
fn the_stream_is_the_published_one() {
    // The first bytes that ChaCha with 8 rounds gives for a key and nonce of 0.
    let published = [
        [0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6],
        [0x7f, 0x5b, 0xb8, 0xe8, 0x1f, 0x09, 0xa5, 0xa1],
    ];
    let mut stream = Stream::new(0, 0);
    for bytes in published {
        assert_eq!(stream.word(), u64::from_le_bytes(bytes));
    }
}

#[test]
fn every_number_below_is_drawn() {
    let mut stream = Stream::new(1, 2);
    let mut drawn = [0; 7];
    for _ in 0..7000 {
        drawn[stream.below(7)] += 1;
    }
    assert!(drawn.iter().all(|n| (800..1200).contains(n)), "{drawn:?}");
}
