import type { Id, NoteVersion, NoteView } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/notes';
import { formatTimestamp, type TimeFormat } from '../../platform/format/times';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { NoteBanner } from './NoteBanner';

/** Shows a version of the open note; null for the note itself. */
export function showVersion(save_id: Id | null): void {
  dispatch({ type: 'show_note_version', save_id });
}

/** Formats where and when a version was written: "Chrome on Linux, today, 14:05". */
function formatOrigin({ device, edited_at }: NoteVersion, format: TimeFormat): string {
  return messages.versionOrigin({ device, time: formatTimestamp(edited_at, format, 'sentence') });
}

interface VersionBannerProps {
  note: NoteView;
  isTrashed: boolean;
}

/** A banner above the note about its conflicting versions, or about the version that is shown. */
export function VersionBanner({ note, isTrashed }: VersionBannerProps) {
  const format = useTimeFormat();
  const shown = note.shown_version?.version;
  if (shown) return <ShownVersionBanner version={shown} note={note} isTrashed={isTrashed} format={format} />;
  return note.apart.map((version) => (
    <NoteBanner key={version.save_id} action={<Button onClick={() => showVersion(version.save_id)}>{messages.conflictShow()}</Button>}>
      {messages.conflictNotice({ origin: formatOrigin(version, format) })}
    </NoteBanner>
  ));
}

interface ShownVersionBannerProps extends VersionBannerProps {
  version: NoteVersion;
  format: TimeFormat;
}

/** The actions for the version that is shown. */
function ShownVersionBanner({ version, note, isTrashed, format }: ShownVersionBannerProps) {
  const { save_id } = version;
  const origin = formatOrigin(version, format);
  const isConflict = note.apart.some((other) => other.save_id === save_id);
  const apply = () => {
    dispatch({ type: 'use_note_version', save_id });
    showVersion(null);
    announce(messages.versionRestored());
  };
  const keepMine = () => {
    dispatch({ type: 'put_note_version_away', save_id });
    showVersion(null);
    announce(messages.conflictDismissed());
  };
  return (
    <NoteBanner
      action={
        <>
          {isConflict && !isTrashed ? (
            <Button onClick={keepMine}>{messages.conflictKeepCurrent()}</Button>
          ) : (
            <Button onClick={() => showVersion(null)}>{messages.backToNote()}</Button>
          )}
          {!isTrashed && (
            <Button variant="primary" disabled={note.shown_version?.document === null} onClick={apply}>
              {messages.versionUse()}
            </Button>
          )}
        </>
      }
    >
      {isConflict ? messages.conflictShown({ origin }) : messages.versionShown({ origin })}
    </NoteBanner>
  );
}
