import type { Theme } from '@twentyfour/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { soundState } from '../../core/sounds';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Select } from '../../ui/Select';
import { LaterSection } from './LaterSection';
import { SoundDialog } from './SoundDialog';
import { endingName, focusSoundName } from './sounds';

const THEMES: readonly { value: Theme; text: string }[] = [
  { value: 'dark', text: 'Dark' },
  { value: 'light', text: 'Light' },
];

/** The colours, the sounds, and what is still to come. */
export function PreferenceSection() {
  const theme = useMirror((mirror) => mirror.preferences.theme);
  return (
    <div className="max-w-140">
      <FieldRow label="Choose Theme" hint="The colours of everything, on all your devices.">
        {({ 'aria-labelledby': _label, ...ids }) => (
          <Select
            label="Theme"
            value={theme}
            options={THEMES}
            onChoose={(chosen) => dispatch({ type: 'set_theme', theme: chosen })}
            {...ids}
          />
        )}
      </FieldRow>
      <SoundRow />
      <div className="mt-6">
        <LaterSection>Choosing a wallpaper is being built.</LaterSection>
      </div>
    </div>
  );
}

/** What sounds now, and the way to change it. */
function SoundRow() {
  const focus = useMirror((mirror) => mirror.preferences.focus_sound);
  const ending = useMirror((mirror) => mirror.preferences.ending_sound);
  const volume = useMirror((mirror) => mirror.preferences.volume);
  const failed = useStore(soundState, (sounds) => sounds.failed);
  const [isOpen, setIsOpen] = useState(false);
  const isFailed = (focus !== 'none' && failed.has(focus)) || (ending !== 'none' && failed.has(ending));
  const isSilent = volume === 0 || (focus === 'none' && ending === 'none');
  return (
    <>
      <FieldRow
        label="Choose Sound"
        hint={isSilent ? 'The timer is silent.' : `${focusSoundName(focus)} while it runs, ${endingName(ending)} when it ends, at ${volume} %.`}
        error={isFailed ? 'A sound you chose could not be loaded. The timer works without it.' : null}
        isLabelling={false}
      >
        {() => <Button onClick={() => setIsOpen(true)}>Change Sound</Button>}
      </FieldRow>
      <SoundDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
