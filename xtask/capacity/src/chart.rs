//! Line and bar charts as SVG.

use crate::format::number;
use std::fmt::Write;

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 74.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 54.0;

/// About how many lines a grid has.
const TICKS: f64 = 5.0;

/// The colors of the series, which are readable on white and on black.
const COLORS: [&str; 4] = ["#2f7ed8", "#d9822b", "#2f9e5b", "#a45ddc"];

/// Follows the color scheme of the reader.
const STYLE: &str = "text{font:13px system-ui,sans-serif;fill:#3b3f46}.title{font-size:16px;font-weight:600}\
    .grid{stroke:#8a8f98;stroke-opacity:.3}.axis{stroke:#6b7078}.limit{stroke:#c0392b;stroke-dasharray:6 4}\
    @media (prefers-color-scheme:dark){text{fill:#d5d9e0}.axis{stroke:#a0a6b0}.limit{stroke:#ff7b6b}}";

/// How values are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A line through the points.
    Line,
    /// A bar for each point. The bars of several series stand beside one another.
    Bar,
}

/// Some values with a name.
#[derive(Clone, Debug)]
pub struct Series {
    /// In the legend.
    pub name: String,
    /// `x` and `y`, in the order of `x`.
    pub points: Vec<(f64, f64)>,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The heading.
    pub title: String,
    /// What it shows, for those who do not see it.
    pub description: String,
    /// The name and the unit of the horizontal axis.
    pub x_label: String,
    /// The name and the unit of the vertical axis.
    pub y_label: String,
    /// How the values are drawn.
    pub mark: Mark,
    /// The values, at most four series.
    pub series: Vec<Series>,
    /// A horizontal line, with its name.
    pub limit: Option<(f64, String)>,
    /// The greatest `y` that is drawn, if greater ones are cut off.
    pub max_y: Option<f64>,
}

impl Chart {
    /// Draws the chart.
    pub fn svg(&self) -> String {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let (mut min_x, mut max_x) = (f64::INFINITY, f64::NEG_INFINITY);
        points().for_each(|(x, _)| (min_x, max_x) = (min_x.min(*x), max_x.max(*x)));
        if self.mark == Mark::Bar {
            (min_x, max_x) = (min_x - 0.5, max_x + 0.5);
        }
        let greatest = points().map(|(_, y)| *y).chain(self.limit.iter().map(|limit| limit.0)).fold(0.0, f64::max);
        let step_y = step(self.max_y.unwrap_or(greatest));
        let max_y = self.max_y.unwrap_or((greatest / step_y).ceil() * step_y).max(step_y);
        let x = |value: f64| LEFT + (value - min_x) / (max_x - min_x).max(f64::MIN_POSITIVE) * (WIDTH - LEFT - RIGHT);
        let y = |value: f64| HEIGHT - BOTTOM - value.min(max_y) / max_y * (HEIGHT - TOP - BOTTOM);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
             aria-labelledby=\"title description\">\n<title id=\"title\">{}</title>\n<desc id=\"description\">{}</desc>\n\
             <style>{STYLE}</style>\n",
            escape(&self.title),
            escape(&self.description)
        );
        let mut line = |text: String| {
            svg.push_str(&text);
            svg.push('\n');
        };
        line(format!("<text class=\"title\" x=\"{LEFT}\" y=\"24\">{}</text>", escape(&self.title)));
        let mut legend_x = LEFT;
        for (series, color) in self.series.iter().zip(COLORS) {
            line(format!("<rect x=\"{legend_x:.0}\" y=\"38\" width=\"12\" height=\"12\" rx=\"2\" fill=\"{color}\"/>"));
            line(format!("<text x=\"{:.0}\" y=\"49\">{}</text>", legend_x + 18.0, escape(&series.name)));
            legend_x += 42.0 + 7.2 * series.name.chars().count() as f64;
        }
        let mut tick = 0.0;
        while tick <= max_y * 1.000_1 {
            let at = y(tick);
            line(format!(
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
                WIDTH - RIGHT
            ));
            line(format!(
                "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                at + 4.0,
                number(tick)
            ));
            tick += step_y;
        }
        let step_x = step(max_x - min_x).max(if self.mark == Mark::Bar { 1.0 } else { 0.0 });
        let mut tick = (min_x / step_x).ceil() * step_x;
        while tick <= max_x * 1.000_1 {
            let label = number(tick);
            line(format!(
                "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                x(tick),
                HEIGHT - BOTTOM + 18.0
            ));
            tick += step_x;
        }
        let bottom = HEIGHT - BOTTOM;
        line(format!("<line class=\"axis\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{bottom}\" y2=\"{bottom}\"/>", WIDTH - RIGHT));
        let middle = (LEFT + WIDTH - RIGHT) / 2.0;
        line(format!(
            "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 12.0,
            escape(&self.x_label)
        ));
        let middle = (TOP + bottom) / 2.0;
        let label = escape(&self.y_label);
        line(format!("<text transform=\"translate(16 {middle}) rotate(-90)\" text-anchor=\"middle\">{label}</text>"));
        for (number, (series, color)) in self.series.iter().zip(COLORS).enumerate() {
            match self.mark {
                Mark::Line => {
                    let mut path = String::new();
                    for (index, point) in series.points.iter().enumerate() {
                        let letter = if index == 0 { 'M' } else { 'L' };
                        _ = write!(path, "{letter}{:.1} {:.1}", x(point.0), y(point.1));
                    }
                    line(format!("<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>"));
                }
                Mark::Bar => {
                    let width = 0.8 * (x(1.0) - x(0.0)) / self.series.len() as f64;
                    for point in &series.points {
                        let left = x(point.0) + (number as f64 - self.series.len() as f64 / 2.0) * width;
                        let (top, height) = (y(point.1), bottom - y(point.1));
                        line(format!(
                            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{color}\"/>"
                        ));
                    }
                }
            }
        }
        if let Some((value, name)) = &self.limit {
            let at = y(*value);
            line(format!(
                "<line class=\"limit\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>",
                WIDTH - RIGHT
            ));
            let end = WIDTH - RIGHT;
            line(format!("<text x=\"{end}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>", at - 5.0, escape(name)));
        }
        svg + "</svg>\n"
    }
}

/// Returns the distance of the lines of a grid: 1, 2 or 5 times a power of ten.
fn step(range: f64) -> f64 {
    let rough = (range / TICKS).max(1e-6);
    let mut power = 1e-6;
    while power * 10.0 <= rough {
        power *= 10.0;
    }
    let multiple = [1.0, 2.0, 5.0, 10.0].into_iter().find(|multiple| multiple * power >= rough * 0.999).unwrap_or(10.0);
    multiple * power
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        let close = |range: f64, expected: f64| {
            assert!((step(range) / expected - 1.0).abs() < 1e-9, "{range}: {}", step(range))
        };
        close(10.0, 2.0);
        close(100.0, 20.0);
        close(23.0, 5.0);
        close(0.7, 0.2);
    }

    #[test]
    fn chart_has_a_title_axes_and_all_values() {
        let chart = Chart {
            title: "Ops & more".to_owned(),
            description: "d".to_owned(),
            x_label: "hour".to_owned(),
            y_label: "ops per second".to_owned(),
            mark: Mark::Line,
            series: vec![Series { name: "ops".to_owned(), points: vec![(0.0, 0.0), (10.0, 100.0)] }],
            limit: Some((50.0, "half".to_owned())),
            max_y: None,
        };
        let svg = chart.svg();
        for part in
            ["<title id=\"title\">Ops &amp; more</title>", "<desc", "prefers-color-scheme:dark", ">100<", ">hour<"]
        {
            assert!(svg.contains(part), "{part} {svg}");
        }
        // From the lower left to the upper right corner.
        assert!(svg.contains("d=\"M74.0 326.0L740.0 64.0\""), "{svg}");
        let bars = Chart { mark: Mark::Bar, ..chart }.svg();
        assert_eq!(bars.matches("height=\"262.0\"").count(), 1, "{bars}");
    }
}
