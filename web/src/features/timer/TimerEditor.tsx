import type { TimerField } from '@twentyfour/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/timer';
import { Dialog } from '../../ui/Dialog';
import { TimerFieldEditor } from './TimerFieldEditor';

type Drafts = Partial<Record<TimerField, string>>;

const settingsLink = (text: string) => (
  <Link to="/app/settings" className="text-accent-text underline underline-offset-4">
    {text}
  </Link>
);

/** A dialog for the length of the current phase. Input is committed on blur or when the dialog closes. */
export default function TimerEditor({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { minutes, seconds, isActive } = useMirror((mirror) => mirror.timer.state);
  const [drafts, setDrafts] = useState<Drafts>({});

  /** Dispatches the input and shows the core's value, which is the previous one if the input was rejected. */
  const commit = (field: TimerField) => {
    const text = drafts[field];
    if (text !== undefined) dispatch({ type: 'type_timer_field', field, text });
    setDrafts(({ [field]: _committed, ...others }) => others);
  };

  const close = () => {
    commit('minutes');
    commit('seconds');
    onClose();
  };

  const field = (name: TimerField, value: number) => ({
    text: drafts[name] ?? String(value),
    isReadOnly: isActive,
    onTextChange: (text: string) => setDrafts((others) => ({ ...others, [name]: text })),
    onCommit: () => commit(name),
    onStep: (direction: 'up' | 'down') => {
      commit(name);
      dispatch({ type: 'step_timer_field', field: name, direction });
    },
  });

  return (
    <Dialog
      open={open}
      onClose={close}
      title={messages.settings()}
      description={isActive ? messages.settingsRunningHint() : messages.settingsHint()}
    >
      <div className="flex items-end justify-center gap-3 py-2">
        <TimerFieldEditor
          label={messages.fieldMinutes()}
          increaseLabel={messages.minutesIncrease()}
          decreaseLabel={messages.minutesDecrease()}
          {...field('minutes', minutes)}
        />
        <span aria-hidden className="pb-14 text-2xl leading-none font-semibold text-secondary">
          :
        </span>
        <TimerFieldEditor
          label={messages.fieldSeconds()}
          increaseLabel={messages.secondsIncrease()}
          decreaseLabel={messages.secondsDecrease()}
          {...field('seconds', seconds)}
        />
      </div>
      <p className="mt-3 text-center text-sm text-secondary">
        {messages.settingsDefaults({ link: settingsLink })}
      </p>
    </Dialog>
  );
}
