//! The weather services: `GEOIP_API_URL`, `WEATHER_API_URL` and `GEOCODING_API_URL`, each of which can be `off`.

use clap::Args;
use twentyfour_model::WeatherSettings;
use url::Url;

/// The value that disables a service.
const OFF: &str = "off";

#[derive(Args, Debug)]
pub(super) struct WeatherArgs {
    /// Base URL of the geolocation API (by client network), or off.
    #[arg(long, env = "GEOIP_API_URL", global = true, default_value = "https://ipapi.co")]
    geoip_api_url: String,

    /// Base URL of the weather API, or off.
    #[arg(long, env = "WEATHER_API_URL", global = true, default_value = "https://api.open-meteo.com")]
    weather_api_url: String,

    /// Base URL of the geocoding API, or off.
    #[arg(long, env = "GEOCODING_API_URL", global = true, default_value = "https://geocoding-api.open-meteo.com")]
    geocoding_api_url: String,
}

impl WeatherArgs {
    /// Returns the services.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a URL is invalid.
    pub(super) fn settings(&self) -> Result<WeatherSettings, String> {
        Ok(WeatherSettings {
            geoip_url: parse_service_url("GEOIP_API_URL", &self.geoip_api_url)?,
            forecast_url: parse_service_url("WEATHER_API_URL", &self.weather_api_url)?,
            geocoding_url: parse_service_url("GEOCODING_API_URL", &self.geocoding_api_url)?,
        })
    }
}

/// Parses the URL of a service. Empty means off.
///
/// # Errors
/// Returns a sentence for the operator if the URL is invalid.
pub(super) fn parse_service_url(name: &str, setting: &str) -> Result<Option<Url>, String> {
    if setting.is_empty() || setting == OFF {
        return Ok(None);
    }
    Url::parse(setting)
        .ok()
        .filter(|url| ["http", "https"].contains(&url.scheme()))
        .map(Some)
        .ok_or_else(|| format!("{name} must be a URL like https://service.example, or off."))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn each_service_can_be_switched_off_separately() {
        let weather =
            |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.weather);
        let usual = weather(&[]).unwrap();
        assert_eq!(usual.geoip_url.unwrap().as_str(), "https://ipapi.co/");
        assert_eq!(usual.forecast_url.unwrap().as_str(), "https://api.open-meteo.com/");
        assert_eq!(usual.geocoding_url.unwrap().as_str(), "https://geocoding-api.open-meteo.com/");
        let off = weather(&["--geoip-api-url", "off", "--weather-api-url", ""]).unwrap();
        assert!(off.geoip_url.is_none() && off.forecast_url.is_none() && off.geocoding_url.is_some());
        for wrong in ["ipapi.co", "ftp://ipapi.co", "OFF"] {
            assert!(weather(&["--geoip-api-url", wrong]).unwrap_err().contains("GEOIP_API_URL"), "{wrong}");
        }
    }
}
