/** Fakes of the three services for weather that follow their documentation, under one URL on this machine. */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export class WeatherServices {
  /** The requests, oldest first. */
  readonly requests: string[] = [];
  /** The reported degrees Celsius and weather code; null: every response is an error. */
  weather: { temperature: number; weathercode: number } | null = { temperature: 7.4, weathercode: 2 };

  private constructor(private readonly server: HttpServer) {}

  static async start(): Promise<WeatherServices> {
    const server = createServer((request, response) => {
      services.requests.push(request.url ?? '');
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      const body = services.weather && responseTo(pathname, searchParams, services.weather);
      response.writeHead(body ? 200 : 500, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? { error: true }));
    });
    const services = new WeatherServices(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return services;
  }

  /** The settings for a server that uses them. They trust a local proxy, so that tests can use any client IP. */
  get environment(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return { GEOIP_API_URL: url, WEATHER_API_URL: url, GEOCODING_API_URL: url, TRUSTED_PROXIES: '127.0.0.1' };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }
}

/** The cities that the search finds. */
const CITIES = [
  { name: 'Berlin', latitude: 52.52437, longitude: 13.41053, admin1: 'State of Berlin', country: 'Germany' },
  { name: 'Oslo', latitude: 59.91273, longitude: 10.74609, admin1: 'Oslo', country: 'Norway' },
];

function responseTo(path: string, query: URLSearchParams, weather: { temperature: number; weathercode: number }): object {
  if (path === '/v1/forecast') {
    return {
      current_weather_units: { temperature: '°C' },
      current_weather: { time: '2026-03-03T12:00', ...weather, windspeed: 12.5, winddirection: 240, is_day: 1 },
    };
  }
  if (path === '/v1/search') {
    const name = query.get('name')?.toLowerCase() ?? '';
    const results = CITIES.filter((city) => city.name.toLowerCase().startsWith(name));
    return results.length > 0 ? { results } : {};
  }
  return { city: 'Berlin', region: 'Berlin', latitude: 52.52437, longitude: 13.41053 };
}
