import type { Theme } from '@twentyfour/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/settings';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { Listbox } from '../../ui/Listbox';
import { Popover } from '../../ui/Popover';

const themes = (): readonly { value: Theme; text: string; hint?: string }[] => [
  { value: 'dark', text: messages.themeDark() },
  { value: 'light', text: messages.themeLight() },
  { value: 'system', text: messages.themeSystem(), hint: messages.themeSystemHint() },
];

/** The selected theme, and a button to change it. */
export function ThemeRow() {
  const theme = useMirror((mirror) => mirror.preferences.theme);
  const [isOpen, setIsOpen] = useState(false);
  const name = themes().find(({ value }) => value === theme)?.text ?? theme;
  const choose = (chosen: Theme) => {
    setIsOpen(false);
    if (chosen !== theme) dispatch({ type: 'set_theme', theme: chosen });
  };
  return (
    <FieldRow label={messages.themeChoose()} hint={messages.themeHint()} hasLabelFor={false}>
      {() => (
        <Popover
          label={messages.themeChoose()}
          align="end"
          className="w-60 p-1!"
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button aria-label={messages.themeButton({ name })}>
              {name}
              <Icon icon={ChevronDown} size={16} className="text-secondary" />
            </Button>
          }
        >
          <Listbox label={messages.theme()} value={theme} options={themes()} onValueChange={choose} />
        </Popover>
      )}
    </FieldRow>
  );
}
