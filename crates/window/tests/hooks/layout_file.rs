//! Writes the positions of all things in the windows to a file, for tests that play with a real
//! pointer.

use std::path::PathBuf;

use egui::accesskit::Node;
use egui::{Context, FullOutput, Plugin, RawInput, Ui, ViewportId};
use ludoteca_system::files;

/// The variable that names the file. Without it nothing is written.
const VARIABLE: &str = "LUDOTECA_WINDOW_LAYOUT";

/// Begins to write the file if the variable is set. It has a line for each thing with a label: the
/// number of its window from 0, the label, and x and y of its middle in pixels, separated by tabs.
/// One line of each window has the number of events that have come to it, and the position of the
/// pointer, so that a test knows when its own events have been seen.
pub fn install(ctx: &Context) {
    if let Some(path) = std::env::var_os(VARIABLE) {
        ctx.enable_accesskit();
        // The first window has the first number, although windows within it are shown before it.
        let windows = vec![(ViewportId::ROOT, Window::default())];
        ctx.add_plugin(LayoutFile { path: path.into(), windows, last: ViewportId::ROOT });
    }
}

struct LayoutFile {
    path: PathBuf,
    /// The windows in the order of their numbers.
    windows: Vec<(ViewportId, Window)>,
    /// The window that was shown last.
    last: ViewportId,
}

#[derive(Default)]
struct Window {
    events: usize,
    lines: Vec<String>,
}

impl LayoutFile {
    fn number(&mut self, id: ViewportId) -> usize {
        self.windows.iter().position(|(known, _)| *known == id).unwrap_or_else(|| {
            self.windows.push((id, Window::default()));
            self.windows.len() - 1
        })
    }
}

impl Plugin for LayoutFile {
    fn debug_name(&self) -> &'static str {
        "layout file"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        let number = self.number(input.viewport_id);
        self.windows[number].1.events += input.events.len();
    }

    fn on_end_pass(&mut self, ui: &mut Ui) {
        self.last = ui.ctx().viewport_id();
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(tree) = &output.platform_output.accesskit_update else { return };
        let number = self.number(self.last);
        let (scale, pointer) = ctx.input_for(self.last, |input| {
            (input.pixels_per_point(), input.pointer.latest_pos().unwrap_or_default())
        });
        let line = |label: &str, x: f64, y: f64| {
            let [x, y] = [x, y].map(|points| points * f64::from(scale));
            format!("{number}\t{}\t{x:.0}\t{y:.0}\n", label.replace(['\t', '\n'], " "))
        };
        let line_of_node = |node: &Node| {
            let (label, bounds) = (node.label().or_else(|| node.value())?, node.bounds()?);
            Some(line(label, (bounds.x0 + bounds.x1) / 2.0, (bounds.y0 + bounds.y1) / 2.0))
        };
        let mut lines: Vec<String> =
            tree.nodes.iter().filter_map(|(_, node)| line_of_node(node)).collect();
        // The nodes come from a map, in no fixed order.
        lines.sort();
        let window = &mut self.windows[number].1;
        lines.push(line(&format!("events {}", window.events), pointer.x.into(), pointer.y.into()));
        if window.lines != lines {
            window.lines = lines;
            let text: String = self
                .windows
                .iter()
                .flat_map(|(_, window)| &window.lines)
                .map(String::as_str)
                .collect();
            // If this fails, the test that waits for the file reports that it is missing.
            let _ = files::replace(&self.path, &text);
        }
    }
}
