/** Requests of pages whose data the core has no rules for. */
import type { Rejection } from '@twentyfour/core';
import { dispatch } from './client';
import { finishCall, registerCall, type ServerResponse } from './server-calls';

/** The outcome of a request: the body of the response, or why there is none. */
export type CallOutcome<T> = { data: T; failure?: never } | { data?: never; failure: CallFailure };

/** Why a request failed: the server's rejection; null if it has not responded. */
export type CallFailure = Rejection | null;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Sends a request with the access token to a path of the API, such as `/account/calendar/`. */
export function callServer<T>(method: Method, path: string, body?: unknown): Promise<CallOutcome<T>> {
  return new Promise((resolve) => {
    send(method, path, body, ({ status, body: text }) => resolve(outcomeOf<T>(status, text)));
  });
}

/** Requests a file at a path of the API. Returns its text, or null if there is no response with one. */
export function fetchFile(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    send('GET', path, undefined, ({ status, body }) => resolve(status === 200 ? body : null));
  });
}

function send(method: Method, path: string, body: unknown, onResponse: (response: ServerResponse) => void): void {
  const call_id = registerCall(onResponse);
  const rejection = dispatch({ type: 'call_server', call_id, method, path, body: body === undefined ? null : JSON.stringify(body) });
  if (rejection !== null) finishCall({ call_id, status: 400, body: JSON.stringify(rejection) });
}

function outcomeOf<T>(status: number | null, text: string): CallOutcome<T> {
  try {
    if (status === null) return { failure: null };
    if (status >= 200 && status < 300) return { data: JSON.parse(text) as T };
    const { code, message } = JSON.parse(text) as Rejection;
    return { failure: { code, message } };
  } catch {
    // A proxy has answered.
    return { failure: null };
  }
}
