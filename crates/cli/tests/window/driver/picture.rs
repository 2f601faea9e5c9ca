//! Pictures of windows.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// The pixels of a window: red, green and blue.
#[derive(Clone, Eq, PartialEq)]
pub struct Picture {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Its width and its height.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// How many colours there are in it.
    pub fn colours(&self) -> usize {
        let mut colours = self.pixels.clone();
        colours.sort_unstable();
        colours.dedup();
        colours.len()
    }

    /// Saves the picture if somebody wants to look at it: in the folder `PICTURES`, relative to the
    /// root of the workspace, under this name.
    pub fn keep(&self, name: &str) {
        if let Some(folder) = std::env::var_os("PICTURES") {
            self.save(
                &Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("../..")
                    .join(folder)
                    .join(name)
                    .with_extension("png"),
            );
        }
    }

    fn save(&self, path: &Path) {
        let file = BufWriter::new(File::create(path).expect("a picture can be kept there"));
        let mut encoder = png::Encoder::new(file, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().expect("a header can be written");
        writer.write_image_data(self.pixels.as_flattened()).expect("a picture can be written");
    }
}
