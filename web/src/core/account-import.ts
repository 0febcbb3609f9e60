/**
 * Imports the archive of an account on the server. `XMLHttpRequest` is used because it reports how much of a file is sent, which
 * `fetch` does not.
 */
import type { AccountImportLine, AccountImportReport, AccountImportStep, ErrorCode, Rejection } from '@twentyfour/core';
import { LOCALE } from '../messages/format';
import { callServer } from './call-server';
import { dispatch } from './client';

/** How far an import is: bytes of the file while it is uploaded, then records of a step. The total is 0 if it is unknown. */
export interface AccountImportStatus {
  step: 'upload' | AccountImportStep;
  done: number;
  total: number;
}

/**
 * Why there is no report: the server was not reached, the connection was lost after something was sent, the server does not take
 * files of this size, it stopped with an error, or it refused the request.
 */
export type AccountImportFailure =
  | { reason: 'unreachable' | 'interrupted' | 'too_large' }
  | { reason: 'stopped'; code: ErrorCode }
  | { reason: 'rejected'; message: string };

export type AccountImportOutcome = { report: AccountImportReport; failure?: never } | { report?: never; failure: AccountImportFailure };

interface AccountImportOptions {
  /** Whether settings and goals are imported, too. */
  hasSettings: boolean;
  onProgress: (progress: AccountImportStatus) => void;
  /** Cancels the import. What was imported stays. */
  signal: AbortSignal;
}

/** The HTTP status of a body that is too large for the server, or for a proxy before it. */
const PAYLOAD_TOO_LARGE = 413;

/** Uploads the archive of an account, and waits until it is imported. Returns null if the import was canceled. */
export async function importAccount(file: File, options: AccountImportOptions): Promise<AccountImportOutcome | null> {
  // The core refreshes the access token before this request if it has expired, so that it is valid for the upload.
  const { failure } = await callServer('GET', '/user/');
  if (options.signal.aborted) return null;
  if (failure === null) return { failure: { reason: 'unreachable' } };
  if (failure) return { failure: { reason: 'rejected', message: failure.message } };
  const outcome = await upload(file, options);
  // Without a live connection, the new boards would not be known. A failed or canceled import may have added some, too.
  dispatch({ type: 'load_boards' });
  return outcome;
}

function upload(file: File, { hasSettings, onProgress, signal }: AccountImportOptions): Promise<AccountImportOutcome | null> {
  const request = new XMLHttpRequest();
  request.open('POST', `/api/account/import?settings=${hasSettings}`);
  request.setRequestHeader('content-type', 'application/zip');
  request.setRequestHeader('accept-language', LOCALE);
  request.setRequestHeader('authorization', `Bearer ${localStorage.getItem('access_token')}`);
  const lines = createLineReader<AccountImportLine>();
  let isSent = false;
  let outcome: AccountImportOutcome | null = null;
  const readLines = (text: string) => {
    if (request.status !== 200) return;
    for (const line of lines(text)) {
      if ('report' in line) outcome = { report: line.report };
      else if ('error' in line) outcome = { failure: { reason: 'stopped', code: line.error } };
      else onProgress(line);
    }
  };
  return new Promise((resolve) => {
    request.upload.addEventListener('progress', ({ loaded }) => {
      isSent ||= loaded > 0;
      onProgress({ step: 'upload', done: Math.min(loaded, file.size), total: file.size });
    });
    request.addEventListener('progress', () => readLines(request.responseText));
    request.addEventListener('load', () => {
      // The last line may have no line break.
      readLines(`${request.responseText}\n`);
      resolve(outcome ?? { failure: request.status === 200 ? { reason: 'interrupted' } : failureOf(request) });
    });
    // After the last line nothing is lost.
    request.addEventListener('error', () => resolve(outcome ?? { failure: { reason: isSent ? 'interrupted' : 'unreachable' } }));
    request.addEventListener('abort', () => resolve(null));
    signal.addEventListener('abort', () => request.abort());
    onProgress({ step: 'upload', done: 0, total: file.size });
    request.send(file);
  });
}

/** Returns why a request was refused. A proxy may have answered, whose response is no JSON. */
function failureOf({ status, responseText }: XMLHttpRequest): AccountImportFailure {
  try {
    const { message } = JSON.parse(responseText) as Rejection;
    return { reason: 'rejected', message };
  } catch {
    return { reason: status === PAYLOAD_TOO_LARGE ? 'too_large' : 'unreachable' };
  }
}

/**
 * Returns a function that gets a growing text of JSON lines, and returns the values of the lines that were completed since the last
 * call. Lines that are no JSON, which a proxy may add, are left out.
 */
function createLineReader<Line>(): (text: string) => Line[] {
  let start = 0;
  return (text) => {
    const end = text.lastIndexOf('\n') + 1;
    const lines = text.slice(start, Math.max(start, end)).split('\n').filter(Boolean);
    start = Math.max(start, end);
    return lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as Line];
      } catch {
        return [];
      }
    });
  };
}
