import type { Theme } from '@twentyfour/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { Listbox } from '../../ui/Listbox';
import { Popover } from '../../ui/Popover';

const THEMES: readonly { value: Theme; text: string; hint?: string }[] = [
  { value: 'dark', text: 'Dark' },
  { value: 'light', text: 'Light' },
  { value: 'system', text: 'System', hint: 'Matches your device' },
];

/** The selected theme, and a button to change it. */
export function ThemeRow() {
  const theme = useMirror((mirror) => mirror.preferences.theme);
  const [isOpen, setIsOpen] = useState(false);
  const name = THEMES.find(({ value }) => value === theme)?.text;
  const choose = (chosen: Theme) => {
    setIsOpen(false);
    if (chosen !== theme) dispatch({ type: 'set_theme', theme: chosen });
  };
  return (
    <FieldRow label="Choose Theme" hint="Applies to all your devices" hasLabelFor={false}>
      {() => (
        <Popover
          label="Choose Theme"
          align="end"
          className="w-60 p-1!"
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button aria-label={`Theme: ${name}`}>
              {name}
              <Icon icon={ChevronDown} size={16} className="text-secondary" />
            </Button>
          }
        >
          <Listbox label="Theme" value={theme} options={THEMES} onValueChange={choose} />
        </Popover>
      )}
    </FieldRow>
  );
}
