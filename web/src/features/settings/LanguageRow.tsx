import type { Language } from '@twentyfour/core';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { LOCALE } from '../../messages/format';
import * as messages from '../../messages/settings';
import { LANGUAGE_NAMES, useLanguage } from '../../shell/languages';
import { reloadWhenSent } from '../../shell/reloadWhenSent';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Icon } from '../../ui/Icon';
import { Listbox } from '../../ui/Listbox';
import { Popover } from '../../ui/Popover';
import { chooseLanguage } from './chooseLanguage';

// Each in its own language, so that it can be found and is read aloud correctly whatever the current language is.
const LANGUAGES = (Object.keys(LANGUAGE_NAMES) as Language[]).map((value) => ({ value, text: LANGUAGE_NAMES[value], lang: value }));

/** The language of the app, and a button to change it. */
export function LanguageRow() {
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const name = LANGUAGE_NAMES[language];
  const choose = (chosen: Language) => {
    setIsOpen(false);
    if (chosen !== language) chooseLanguage(chosen);
    // It was chosen elsewhere, and this page is still in another one.
    else if (chosen !== LOCALE) reloadWhenSent();
  };
  return (
    <FieldRow label={messages.language()} hint={messages.languageHint()} hasLabelFor={false}>
      {() => (
        <Popover
          label={messages.languageChoose()}
          align="end"
          className="w-60 p-1!"
          open={isOpen}
          onOpenChange={setIsOpen}
          trigger={
            <Button aria-label={messages.languageButton({ name })}>
              <span lang={language}>{name}</span>
              <Icon icon={ChevronDown} size={16} className="text-secondary" />
            </Button>
          }
        >
          <Listbox label={messages.language()} value={language} options={LANGUAGES} onValueChange={choose} />
        </Popover>
      )}
    </FieldRow>
  );
}
