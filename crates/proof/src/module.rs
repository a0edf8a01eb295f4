//! What a browser calls: memory for a request, the call, and memory of the answer given back.

/// Exports the calls of a module whose answers this function gives, from the request's bytes
/// to text. An answer begins with its length, four bytes with the least first.
#[macro_export]
macro_rules! exports {
    ($answer:expr) => {
        #[allow(
            unsafe_code,
            reason = "the host hands over addresses; that is how modules are called"
        )]
        mod exports {
            /// Memory for so many bytes.
            #[unsafe(no_mangle)]
            pub extern "C" fn alloc(n: usize) -> *mut u8 {
                Box::into_raw(vec![0u8; n].into_boxed_slice()).cast()
            }

            /// Gives memory of so many bytes back.
            ///
            /// # Safety
            /// It came from [`alloc`] or [`call`] with this very length and is not used any
            /// more.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn free(at: *mut u8, n: usize) {
                let bytes = std::ptr::slice_from_raw_parts_mut(at, n);
                // SAFETY: the caller says that this is a whole allocation of bytes.
                drop(unsafe { Box::from_raw(bytes) });
            }

            /// Answers the request in memory, which is given back.
            ///
            /// # Safety
            /// The memory came from [`alloc`] with this very length.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn call(at: *mut u8, n: usize) -> *mut u8 {
                let bytes = std::ptr::slice_from_raw_parts_mut(at, n);
                // SAFETY: as above; the memory is not used after this.
                let request = unsafe { Box::from_raw(bytes) };
                let answer = ($answer)(&request);
                drop(request);
                let mut bytes = Vec::with_capacity(answer.len() + 4);
                bytes.extend((answer.len() as u32).to_le_bytes());
                bytes.extend(answer.as_bytes());
                Box::into_raw(bytes.into_boxed_slice()).cast()
            }
        }
    };
}
