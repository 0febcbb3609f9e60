import type { Id, NoteVersion, NoteView } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useTimeFormat } from '../../core/hooks';
import { momentWords, type TimeFormat } from '../../core/times';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { Line } from './Line';

/** Looks at another text of the open note; null for the note itself. */
export function showText(save_id: Id | null): void {
  dispatch({ type: 'show_note_version', save_id });
}

/** Where and when a text was written: "Chrome on Linux, Today, 14:05". */
export function originWords({ device, edited_at }: NoteVersion, format: TimeFormat): string {
  return `${device}, ${momentWords(edited_at, format)}`;
}

interface OtherTextsProps {
  note: NoteView;
  isTrashed: boolean;
}

/** What is said above a note of its other texts: those that were written apart, or the one that is looked at. */
export function OtherTexts({ note, isTrashed }: OtherTextsProps) {
  const format = useTimeFormat();
  const shown = note.shown_version?.version;
  if (shown) return <ShownText version={shown} note={note} isTrashed={isTrashed} format={format} />;
  return note.apart.map((version) => (
    <Line key={version.save_id} action={<Button onClick={() => showText(version.save_id)}>Show</Button>}>
      A conflicting version was saved on {originWords(version, format)}.
    </Line>
  ));
}

interface ShownTextProps extends OtherTextsProps {
  version: NoteVersion;
  format: TimeFormat;
}

/** What can be done with the text that is looked at. */
function ShownText({ version, note, isTrashed, format }: ShownTextProps) {
  const { save_id } = version;
  const isApart = note.apart.some((other) => other.save_id === save_id);
  const apply = () => {
    dispatch({ type: 'use_note_version', save_id });
    showText(null);
    announce('Version restored');
  };
  const keepMine = () => {
    dispatch({ type: 'put_note_version_away', save_id });
    showText(null);
    announce('The other version stays in the version history');
  };
  return (
    <Line
      action={
        <>
          {isApart && !isTrashed ? (
            <Button onClick={keepMine}>Keep current version</Button>
          ) : (
            <Button onClick={() => showText(null)}>Back to note</Button>
          )}
          {!isTrashed && (
            <Button look="primary" disabled={note.shown_version?.document === null} onClick={apply}>
              Use this version
            </Button>
          )}
        </>
      }
    >
      {isApart ? 'Conflicting version' : 'Earlier version'} from {originWords(version, format)}.
    </Line>
  );
}
