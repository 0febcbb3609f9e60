import type { Theme } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Select } from '../../ui/Select';
import { LaterSection } from './LaterSection';

const THEMES: readonly { value: Theme; text: string }[] = [
  { value: 'dark', text: 'Dark' },
  { value: 'light', text: 'Light' },
];

/** The colours, and what is still to come. */
export function PreferenceSection() {
  const theme = useMirror((mirror) => mirror.preferences.theme);
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-center justify-between gap-4">
        <div>
          <h3 className="font-semibold">Choose Theme</h3>
          <p className="text-secondary">The colours of everything, on all your devices.</p>
        </div>
        <Select
          label="Theme"
          value={theme}
          options={THEMES}
          onChoose={(chosen) => dispatch({ type: 'set_theme', theme: chosen })}
        />
      </div>
      <LaterSection>Choosing a sound and a wallpaper is being built.</LaterSection>
    </div>
  );
}
