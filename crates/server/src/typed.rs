//! Steps that people type: in the form that records have, or as people read them.

use ludoteca_core::{Refusal, Stepped, Table};

/// Makes a step that is given in either spelling. A refusal names places in the same spelling.
///
/// # Errors
/// Says why the step is refused. The table is then unchanged.
pub fn step(table: &mut dyn Table, text: &str) -> Result<Stepped, Refusal> {
    table.step(text).or_else(|_| {
        let (typed, spelling) = table.typed(text);
        table.step(&typed).map_err(|refusal| refusal.spelled(spelling))
    })
}
