//! Preferences in the simulation: what users choose, and a plain model of what the server then has.

use super::rng::SeededRng;
use core_wasm::protocol::http::Preferences;
use serde_json::{Map, Value, json};

/// The preferences of an account after the updates that the server accepted, in their order. The last update of a field
/// wins. Goals are not included.
#[derive(Default)]
pub(super) struct PreferencesModel(Map<String, Value>);

impl PreferencesModel {
    /// Creates the model of these preferences.
    pub(super) fn new(preferences: &Preferences) -> Self {
        Self(fields_of(preferences))
    }

    /// Applies an update, and compares the result with what the server has.
    pub(super) fn apply(&mut self, update: &Value, preferences: &Preferences) {
        for (name, value) in update.as_object().expect("an update is an object") {
            // How an update is checked is no preference.
            if name != "mins_for_streak_from" && name != "made_offline" {
                self.0.insert(name.clone(), value.clone());
            }
        }
        assert_eq!(fields_of(preferences), self.0, "on the left the preferences of the server");
    }
}

fn fields_of(preferences: &Preferences) -> Map<String, Value> {
    let Value::Object(mut fields) = json!(preferences) else { panic!("preferences are an object") };
    fields.remove("goals");
    fields
}

/// Returns an intent that changes preferences.
pub(super) fn intent(rng: &mut SeededRng) -> Value {
    let minutes = rng.within(1, 180);
    let update = match rng.below(10) {
        0 => return json!({ "type": "set_theme", "theme": rng.pick(&["dark", "light", "system"]) }),
        1 | 2 => return json!({ "type": "set_focus_time", "minutes": minutes }),
        3 => json!({ "short_break_minutes": minutes, "long_break_minutes": rng.within(1, 180) }),
        4 => json!({ "mins_for_streak": minutes }),
        5 => json!({ "day_start_minutes": rng.within(0, 360), "mins_for_streak": minutes }),
        6 => json!({ "rounds": rng.within(1, 12), "auto_start_breaks": rng.percent(50) }),
        7 => json!({ "volume": rng.within(0, 100), "focus_sound": rng.pick(&["none", "rain", "stream"]) }),
        8 => json!({ "hour_format": rng.pick(&["12", "24"]), "inbox_mails": rng.pick(&["instant", "off"]) }),
        _ => json!({ "wallpaper_pages": rng.pick(&["every", "home"]), "language": rng.pick(&["en", "de", "es"]) }),
    };
    json!({ "type": "set_preferences", "update": update })
}
