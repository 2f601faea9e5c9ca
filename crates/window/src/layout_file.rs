//! Where everything is in the windows, told in a file: for tests that play with a real pointer.

use std::path::PathBuf;

use egui::accesskit::Node;
use egui::{Context, FullOutput, InputState, Plugin, Ui, ViewportId};
use ludoteca_arena::files;

/// Names the file; without it nothing is written.
const VARIABLE: &str = "LUDOTECA_WINDOW_LAYOUT";

/// Begins to write the file, where somebody wants it: a line for each thing that has a label, with the number of its window from 0, the label, and x
/// and y of its middle in pixels, and tabulators between them.
pub fn keep(ctx: &Context) {
    if let Some(path) = std::env::var_os(VARIABLE) {
        ctx.enable_accesskit();
        // The first window has the first number, though windows within it are shown before it is.
        let windows = vec![(ViewportId::ROOT, Vec::new())];
        ctx.add_plugin(LayoutFile { path: path.into(), windows, last: ViewportId::ROOT });
    }
}

struct LayoutFile {
    path: PathBuf,
    /// In the order of their numbers, with what is in them.
    windows: Vec<(ViewportId, Vec<String>)>,
    /// The one that was shown last.
    last: ViewportId,
}

impl Plugin for LayoutFile {
    fn debug_name(&self) -> &'static str {
        "layout file"
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        self.last = ui.ctx().viewport_id();
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(tree) = &output.platform_output.accesskit_update else { return };
        let number = self.windows.iter().position(|(id, _)| *id == self.last).unwrap_or_else(|| {
            self.windows.push((self.last, Vec::new()));
            self.windows.len() - 1
        });
        let scale = f64::from(ctx.input_for(self.last, InputState::pixels_per_point));
        let mut lines: Vec<String> = tree.nodes.iter().filter_map(|(_, node)| line(number, node, scale)).collect();
        // They come from a map.
        lines.sort();
        if self.windows[number].1 != lines {
            self.windows[number].1 = lines;
            let text: String =
                self.windows.iter().flat_map(|(_, lines)| lines).map(|line| format!("{line}\n")).collect();
            // Who wants the file finds out that it is not there.
            let _ = files::replace(&self.path, &text);
        }
    }
}

fn line(window: usize, node: &Node, scale: f64) -> Option<String> {
    let label = node.label().or_else(|| node.value())?.replace(['\t', '\n'], " ");
    let bounds = node.bounds()?;
    let [x, y] = [bounds.x0 + bounds.x1, bounds.y0 + bounds.y1].map(|ends| scale * ends / 2.0);
    Some(format!("{window}\t{label}\t{x:.0}\t{y:.0}"))
}
