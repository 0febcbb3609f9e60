import type { Rejection, SharingChange } from '@twentyfour/core';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** A change that waits for confirmation. */
export interface ChangeToConfirm {
  change: SharingChange;
  title: string;
  details: string;
  /** The label of the button. */
  submit: string;
  isDanger: boolean;
}

/** The change that was started last in the dialog, and how it went. */
export interface SharingChanges {
  /** The change in flight; null if there is none. */
  changing: SharingChange | null;
  /** The last change, if it succeeded. */
  done: SharingChange | null;
  /** The link of the new invitation, after its change has succeeded. */
  link: string | null;
  /** The last change, if it was refused, with the reason. */
  refused: { change: SharingChange; rejection: Rejection } | null;
  /** Starts a change, unless one is in flight. */
  run: (change: SharingChange) => void;
  /** Clears the result, because the input has changed. */
  clear: () => void;
}

/** Returns the state of the changes that were started by this component. Earlier results are ignored. */
export function useSharingChange(): SharingChanges {
  const { changing, done, link, refused } = useMirror((mirror) => mirror.sharing);
  const [attempt, setAttempt] = useState<{ change: SharingChange; rejection: Rejection | null } | null>(null);
  const isSent = attempt !== null && attempt.rejection === null;
  return {
    changing,
    done: isSent ? done : null,
    link: isSent ? link : null,
    refused: attempt?.rejection ? { change: attempt.change, rejection: attempt.rejection } : isSent ? refused : null,
    run: (change) => {
      if (changing === null) setAttempt({ change, rejection: dispatch({ type: 'change_sharing', change }) });
    },
    clear: () => setAttempt(null),
  };
}
