import { type FormEvent, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';

/** The length of a focus session. */
export function GeneralSection() {
  const saved = useMirror((mirror) => mirror.preferences.focus_minutes);
  const [draft, setDraft] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);

  const save = (event: FormEvent) => {
    event.preventDefault();
    const text = (draft ?? String(saved)).trim();
    // Only what is no whole number stops here, since no intent can carry it; the range is the core's business.
    if (!/^-?\d{1,9}$/.test(text)) {
      setError('Enter whole minutes, from 1 to 180.');
      return;
    }
    const refusal = dispatch({ type: 'set_focus_time', minutes: Number(text) });
    setError(refusal?.message ?? null);
    if (!refusal) setDraft(null);
  };

  return (
    <form noValidate onSubmit={save} className="flex max-w-80 flex-col items-start gap-4">
      <h3 className="font-semibold">Focus Timer</h3>
      <Field
        label="Focus Time"
        className="w-full"
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? String(saved)}
        error={error}
        hint="Minutes of a focus session, from 1 to 180."
        onChange={(event) => {
          setDraft(event.target.value);
          setError(null);
        }}
      />
      <Button type="submit" look="primary">
        Save Focus Time
      </Button>
    </form>
  );
}
