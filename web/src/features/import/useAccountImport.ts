import type { AccountImportReport } from '@twentyfour/core';
import { useEffect, useRef, useState } from 'react';
import { type AccountImportFailure, type AccountImportStatus, importAccount } from '../../core/account-import';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/account_import';
import * as common from '../../messages/common';
import * as importMessages from '../../messages/import';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';

/** Nothing is being imported. */
export interface IdleAccountImport {
  step: 'idle';
  /** Why the last attempt has failed; null without one. */
  problem: string | null;
  /** Whether the user has canceled the last attempt. */
  isCanceled: boolean;
}

export type AccountImportState =
  | IdleAccountImport
  | { step: 'running'; file: File; progress: AccountImportStatus }
  | { step: 'done'; report: AccountImportReport };

export interface AccountImport {
  state: AccountImportState;
  /** Imports the archive of an account. */
  start: (file: File, hasSettings: boolean) => void;
  /** Cancels the import. What was imported stays. */
  cancel: () => void;
  /** Clears the result of the last attempt when another file is chosen. */
  reset: () => void;
}

const IDLE: IdleAccountImport = { step: 'idle', problem: null, isCanceled: false };

/** Returns the import of an account's archive on the server. */
export function useAccountImport(): AccountImport {
  const [state, setState] = useState<AccountImportState>(IDLE);
  const controller = useRef<AbortController | null>(null);
  // Closing the dialog cancels what it does.
  useEffect(() => () => controller.current?.abort(), []);

  const start = async (file: File, hasSettings: boolean) => {
    const started = new AbortController();
    controller.current = started;
    const onProgress = (progress: AccountImportStatus) => {
      if (!started.signal.aborted) setState({ step: 'running', file, progress });
    };
    onProgress({ step: 'upload', done: 0, total: file.size });
    try {
      const outcome = await importAccount(file, { hasSettings, onProgress, signal: started.signal });
      if (!outcome || started.signal.aborted) return;
      setState(outcome.report ? { step: 'done', report: outcome.report } : { ...IDLE, problem: failureText(outcome.failure) });
    } catch {
      if (!started.signal.aborted) setState({ ...IDLE, problem: common.somethingWentWrong() });
    }
  };
  return {
    state,
    start: (file, hasSettings) => void start(file, hasSettings),
    cancel: () => {
      controller.current?.abort();
      // The import may have ended since this was rendered.
      setState((current) => (current.step === 'running' ? { ...IDLE, isCanceled: true } : current));
    },
    reset: () => setState(IDLE),
  };
}

/** Returns whether the user can import the archive of an account: it needs an account and a connection. */
export function useCanImportAccount(): boolean {
  const isAuthenticated = useMirror(({ session }) => session.isAuthenticated);
  const isOffline = useIsServerUnreachable();
  return isAuthenticated && !isOffline;
}

/** Returns the sentence of a failure. */
function failureText(failure: AccountImportFailure): string {
  switch (failure.reason) {
    case 'unreachable':
      return messages.failedUnreachable();
    case 'interrupted':
      return messages.failedInterrupted();
    case 'too_large':
      return messages.failedTooLarge();
    case 'stopped':
      return stoppedText(failure.code);
    case 'rejected':
      return failure.message;
  }
}

/** Returns why the server has stopped. */
function stoppedText(code: string): string {
  switch (code) {
    case 'archive_invalid':
      return importMessages.importErrorInvalidArchive();
    case 'archive_too_large':
      return importMessages.importErrorArchiveTooLarge();
    default:
      return messages.failedStopped();
  }
}
