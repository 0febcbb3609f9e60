//! The preferences, which are the same on all of a user's devices.

use crate::protocol::background::Background;
use crate::protocol::language::Language;
use crate::protocol::time::LocalDay;
use crate::protocol::weather::TemperatureUnit;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// The most bytes of [`Preferences::shortcuts`].
pub const MAX_SHORTCUTS_BYTES: usize = 4_000;

/// The most bytes of [`Preferences::views`].
pub const MAX_VIEWS_BYTES: usize = 20_000;

/// The most bytes of [`Preferences::appearance`].
pub const MAX_APPEARANCE_BYTES: usize = 500;

/// The color theme of the app.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// The dark theme.
    Dark,
    /// The light theme.
    Light,
    /// The theme of the device, also when it changes; the default.
    #[default]
    System,
}

/// The pages that show the wallpaper.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WallpaperPages {
    /// Every page of the app; the default.
    #[default]
    Every,
    /// Only Home; the other pages have a plain background.
    Home,
}

/// The format of hours on the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum HourFormat {
    /// 01 to 12, without AM or PM; the default.
    #[default]
    #[serde(rename = "12")]
    Twelve,
    /// 00 to 23.
    #[serde(rename = "24")]
    TwentyFour,
}

/// The sound that loops while the timer runs. The files are named like the values, in `/sounds/timer_sounds/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum FocusSound {
    /// No sound.
    None,
    /// Soft ambient sound (`default.mp3`).
    #[default]
    Default,
    /// Rain.
    Rain,
    /// Brown noise.
    BrownNoise,
    /// Pink noise.
    PinkNoise,
    /// White noise.
    WhiteNoise,
    /// A stream.
    Stream,
    /// The ticking of a clock.
    Ticking,
}

/// The sound that is played once when a phase ends or is paused. The files are named like the values, in
/// `/sounds/timer_sounds/`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum EndingSound {
    /// No sound.
    None,
    /// A bell (`ending_sound.mp3`).
    #[default]
    EndingSound,
    /// A chime.
    Chime,
    /// A gong.
    Gong,
    /// A marimba.
    Marimba,
}

/// When the inbox is mailed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum InboxMails {
    /// Within minutes.
    Instant,
    /// Once a day, if there are unread entries; the default.
    #[default]
    Daily,
    /// Never.
    Off,
}

/// A daily goal and the day from which it applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StreakGoal {
    /// The first day that the goal applies to.
    pub from: LocalDay,
    /// Focused minutes that make a day count for the streak: 1 to 1,440.
    pub minutes: i64,
}

/// The body of `GET` and `PUT /preferences/`: the user's settings on all devices. A field that is absent in a PUT stays
/// unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preferences {
    /// The color theme.
    pub theme: Theme,
    /// Length of a focus session, in minutes: 1 to 180.
    pub focus_minutes: i64,
    /// Length of a short break, in minutes: 1 to 180.
    pub short_break_minutes: i64,
    /// Length of the long break after every fourth focus session, in minutes: 1 to 180.
    pub long_break_minutes: i64,
    /// The daily goal: focused minutes that make a day count for the streak, 1 to 1,440.
    pub mins_for_streak: i64,
    /// When the user's day starts, in minutes after midnight: 0 to 360.
    pub day_start_minutes: i64,
    /// The user's time zone as an IANA name such as `Europe/Berlin`. The browser keeps it up to date.
    pub time_zone: String,
    /// The number of focus sessions until the long break: 1 to 12.
    pub rounds: i64,
    /// Whether a break starts automatically when a focus session has ended.
    pub auto_start_breaks: bool,
    /// Whether a focus session starts automatically when a break has ended.
    pub auto_start_focus: bool,
    /// The format of hours on the clock.
    pub hour_format: HourFormat,
    /// The unit of temperatures.
    pub temperature_unit: TemperatureUnit,
    /// The sound that loops while the timer runs.
    pub focus_sound: FocusSound,
    /// The sound that is played when a phase ends.
    pub ending_sound: EndingSound,
    /// The volume of the sounds: 0 to 100.
    pub volume: i64,
    /// The background of Home: at most 4,096 bytes of JSON.
    pub background: Background,
    /// The pages that show the background. A board with its own picture always shows that one.
    pub wallpaper_pages: WallpaperPages,
    /// When unread entries of the inbox are mailed.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub inbox_mails: InboxMails,
    /// The changed keyboard shortcuts: at most 4,000 bytes without control characters, empty if none was changed. The
    /// format belongs to the web app (`web/src/shell/commands/preference.ts`), and only it reads the text.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub shortcuts: String,
    /// The saved views: at most 20,000 bytes without control characters, empty if there are none. The format belongs to
    /// the web app (`web/src/features/views/views.ts`), and only it reads the text.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub views: String,
    /// The appearance, such as the accent color and the text size: at most 500 bytes without control characters, empty if
    /// nothing was chosen. The format belongs to the web app (`web/src/shell/appearance.ts`), and only it reads the text.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub appearance: String,
    /// The language of the app and of mails. The app shows it after the next load of the page.
    pub language: Language,
    /// All daily goals with the day from which each applied, earliest first; before the first one the goal was 25
    /// minutes. The last one equals `mins_for_streak`.
    pub goals: Vec<StreakGoal>,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            focus_minutes: 25,
            short_break_minutes: 5,
            long_break_minutes: 15,
            mins_for_streak: 25,
            day_start_minutes: 0,
            time_zone: "UTC".to_owned(),
            rounds: 4,
            auto_start_breaks: false,
            auto_start_focus: false,
            hour_format: HourFormat::Twelve,
            temperature_unit: TemperatureUnit::Automatic,
            focus_sound: FocusSound::Default,
            ending_sound: EndingSound::EndingSound,
            volume: 50,
            background: Background::Daily,
            wallpaper_pages: WallpaperPages::Every,
            inbox_mails: InboxMails::Daily,
            shortcuts: String::new(),
            views: String::new(),
            appearance: String::new(),
            language: Language::En,
            goals: vec![],
        }
    }
}

/// The body of `PUT /preferences/`: the fields to change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreferencesUpdate {
    /// See [`Preferences::theme`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub theme: Option<Theme>,
    /// See [`Preferences::focus_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus_minutes: Option<i64>,
    /// See [`Preferences::short_break_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub short_break_minutes: Option<i64>,
    /// See [`Preferences::long_break_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_break_minutes: Option<i64>,
    /// See [`Preferences::mins_for_streak`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mins_for_streak: Option<i64>,
    /// See [`Preferences::day_start_minutes`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_start_minutes: Option<i64>,
    /// See [`Preferences::time_zone`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// The first day that a new `mins_for_streak` applies to, by the device's calendar: from 60 days ago to tomorrow.
    /// The server's day for the user if absent or outside that range. Never before the day of the previous goal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mins_for_streak_from: Option<LocalDay>,
    /// See [`Preferences::rounds`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds: Option<i64>,
    /// See [`Preferences::auto_start_breaks`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_start_breaks: Option<bool>,
    /// See [`Preferences::auto_start_focus`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auto_start_focus: Option<bool>,
    /// See [`Preferences::hour_format`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour_format: Option<HourFormat>,
    /// See [`Preferences::temperature_unit`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature_unit: Option<TemperatureUnit>,
    /// See [`Preferences::focus_sound`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub focus_sound: Option<FocusSound>,
    /// See [`Preferences::ending_sound`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending_sound: Option<EndingSound>,
    /// See [`Preferences::volume`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<i64>,
    /// See [`Preferences::background`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub background: Option<Background>,
    /// See [`Preferences::wallpaper_pages`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wallpaper_pages: Option<WallpaperPages>,
    /// See [`Preferences::inbox_mails`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inbox_mails: Option<InboxMails>,
    /// See [`Preferences::shortcuts`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shortcuts: Option<String>,
    /// See [`Preferences::views`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub views: Option<String>,
    /// See [`Preferences::appearance`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub appearance: Option<String>,
    /// See [`Preferences::language`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Whether the background was chosen without a connection to the server, which could not check the plan. It is
    /// accepted then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub made_offline: bool,
}
