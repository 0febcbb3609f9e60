import { isRouteErrorResponse } from 'react-router';

/** What is known of an error, for the person to read and to pass on: its status or its message. */
export function errorDetail(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : '';
}
