import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './schema.js';

/** The bodies of requests and responses by name, such as `Schemas['Card']`. */
export type Schemas = components['schemas'];

/** The paths of the API with their operations, as `openapi-fetch` types them. */
export type Paths = paths;

/**
 * Returns a client of a server. Paths begin with `/api`: `client.GET('/api/boards/{board}', { params: { path: { board } } })`.
 *
 * @param server - The origin, such as `https://twentyfour.example`, without a slash at the end.
 * @param token - An API token.
 */
export function connect(server: string, token: string): Client<paths> {
  return createClient<paths>({ baseUrl: server, headers: { Authorization: `Bearer ${token}` } });
}
