import type { WeatherIcon } from '@twentyfour/core';
import {
  Cloud,
  CloudDrizzle,
  CloudFog,
  CloudHail,
  CloudLightning,
  CloudMoon,
  CloudMoonRain,
  CloudRain,
  CloudRainWind,
  CloudSnow,
  CloudSun,
  CloudSunRain,
  type LucideIcon,
  Moon,
  Sun,
} from 'lucide-react';

/** The icon for each weather icon name of the core. */
export const WEATHER_ICONS: Readonly<Record<WeatherIcon, LucideIcon>> = {
  sun: Sun,
  moon: Moon,
  cloud_sun: CloudSun,
  cloud_moon: CloudMoon,
  cloud: Cloud,
  fog: CloudFog,
  drizzle: CloudDrizzle,
  rain: CloudRain,
  freezing_rain: CloudRainWind,
  snow: CloudSnow,
  sun_showers: CloudSunRain,
  moon_showers: CloudMoonRain,
  thunderstorm: CloudLightning,
  hail: CloudHail,
};
