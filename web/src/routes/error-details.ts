import { isRouteErrorResponse } from 'react-router';

/** Returns the status or message of an error, for the user to read and to report. */
export function errorDetail(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`.trim();
  return error instanceof Error ? error.message : '';
}
