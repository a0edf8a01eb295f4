//! Names that SPIN and the C compiler behind it would misunderstand.

/// Words of PROMELA, of its formulas, of C, and those that the programs which
/// SPIN writes define as macros.
pub const RESERVED: &str = "\
    active always and assert atomic auto bit bool break byte cas case chan char const continue \
    d_proctype d_step default do double else empty enabled end enum equivalent eval eventually \
    extern false fi final float for full game get_priority goto hidden if implies in init inline \
    int len linux local long look ltl max mix mtype nempty never next nfull not notrace now od of or \
    pc_value pid pptr printf printm priority proctype progress provided q_sz qptr rand register \
    release return rot run select set_priority short show signed sizeof skip static steps stronguntil \
    struct switch timeout trace true typedef uchar uint ulong union unix unless unsigned until \
    ushort void volatile wasnew weakuntil while xr xs";
