//! QR codes of links, for people who open them with a phone.

use qrcodegen::QrCodeEcc;

/// The QR code of a text.
pub struct QrCode(qrcodegen::QrCode);

/// The light margin around a code, in modules, without which some phones do not find it.
const MARGIN: i32 = 4;

impl QrCode {
    /// The code of a text; `None` if the text is too long for one.
    pub fn of(text: &str) -> Option<QrCode> {
        qrcodegen::QrCode::encode_text(text, QrCodeEcc::Medium).ok().map(QrCode)
    }

    /// The code as a picture, black on white in every theme.
    pub fn svg(&self) -> String {
        let side = self.0.size() + 2 * MARGIN;
        let mut path = String::new();
        for y in 0..self.0.size() {
            let mut x = 0;
            while x < self.0.size() {
                let run = (x..self.0.size()).take_while(|x| self.0.get_module(*x, y)).count();
                if run > 0 {
                    let (left, top) = (x + MARGIN, y + MARGIN);
                    path.push_str(&format!("M{left} {top}h{run}v1h-{run}z"));
                }
                x += run as i32 + 1;
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
             shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/>\
             <path d=\"{path}\"/></svg>"
        )
    }

    /// The code in text, two rows of modules in each line. The characters are the light modules, so
    /// that it can be read from light text on a dark background.
    pub fn half_blocks(&self) -> Vec<String> {
        let range = -MARGIN / 2..self.0.size() + MARGIN / 2;
        let is_light = |x, y| !self.0.get_module(x, y) && range.contains(&y);
        let line = |y| {
            let blocks = range.clone().map(|x| match (is_light(x, y), is_light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
            blocks.collect()
        };
        range.clone().step_by(2).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "http://192.168.1.20:8080/t/abcdefghijkmnpqr#invite=abcdefghijkmnpqrstuv";

    /// Decodes a grid of modules, as a phone does.
    fn decoded(side: usize, is_dark: impl Fn(usize, usize) -> bool) -> String {
        let scale = 4;
        let grey = |x: usize, y: usize| if is_dark(x / scale, y / scale) { 0 } else { 255 };
        let mut seen =
            rqrr::PreparedImage::prepare_from_greyscale(side * scale, side * scale, grey);
        let grids = seen.detect_grids();
        assert_eq!(grids.len(), 1, "a code is found");
        grids[0].decode().expect("it can be read").1
    }

    #[test]
    fn pictures_can_be_read() {
        let svg = QrCode::of(LINK).expect("it is short").svg();
        let part = |from: &str| svg.split(from).nth(1).expect("it is there").to_owned();
        let side: usize =
            part("viewBox=\"0 0 ").split(' ').next().expect("a side").parse().unwrap();
        let mut dark = vec![false; side * side];
        for run in part("<path d=\"M").trim_end_matches("\"/></svg>").split('M') {
            let numbers: Vec<usize> =
                run.split([' ', 'h', 'v']).take(3).map(|it| it.parse().unwrap()).collect();
            let [x, y, length] = numbers[..] else { panic!("{run}") };
            dark[y * side + x..][..length].fill(true);
        }
        assert_eq!(decoded(side, |x, y| dark[y * side + x]), LINK);
    }

    #[test]
    fn text_can_be_read() {
        let lines = QrCode::of(LINK).expect("it is short").half_blocks();
        let lines: Vec<Vec<char>> = lines.iter().map(|line| line.chars().collect()).collect();
        let side = lines[0].len();
        assert!(lines.iter().all(|line| line.len() == side) && lines.len() == side.div_ceil(2));
        let is_dark = |x: usize, y: usize| {
            let light = if y.is_multiple_of(2) { ['█', '▀'] } else { ['█', '▄'] };
            !light.contains(&lines[y / 2][x])
        };
        assert_eq!(decoded(side - 1, is_dark), LINK);
    }

    #[test]
    fn a_text_can_be_too_long() {
        assert!(QrCode::of(&"x".repeat(5000)).is_none());
    }
}
