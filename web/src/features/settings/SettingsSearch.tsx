import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useIsGuest } from '../../core/hooks';
import * as words from '../../messages/settings_search';
import { useCommand } from '../../shell/commands/bindings';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { cx } from '../../ui/cx';
import { inputClassName } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { keyOf } from '../../ui/keyboard';
import { SETTINGS_SECTION_NAMES } from './sections';
import type { FoundSection, Setting } from './settingsIndex';

type Index = typeof import('./settingsIndex');

/** A field that finds the rows of all sections, and opens the chosen one. */
export function SettingsSearch() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const audience = useIsGuest() ? 'guest' : 'account';
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const [index, setIndex] = useState<Index | null>(null);
  const [active, setActive] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const keys = useShortcut('search_settings');
  useCommand('search_settings', () => field.current?.focus());
  const isSearching = query.trim() !== '';
  const found = index === null || !isSearching ? [] : index.findSettings(query, audience);
  const options = found.flatMap(({ settings }) => settings);
  const activeIndex = Math.min(active, options.length - 1);
  const isShown = isOpen && isSearching && index !== null;
  const isListShown = isShown && options.length > 0;

  useEffect(() => {
    if (isShown) document.getElementById(`${id}-${activeIndex}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, activeIndex, isShown]);

  // Without the index, a search has no results; the next key loads it again.
  const load = () => void import('./settingsIndex').then(setIndex, () => undefined);
  const change = (text: string) => {
    setQuery(text);
    setActive(0);
    setIsOpen(true);
    if (index === null) load();
  };
  const choose = (setting: Setting | undefined) => {
    if (!setting) return;
    setIsOpen(false);
    setQuery('');
    void navigate(`?section=${setting.section}`, { replace: true });
    void import('./showSetting').then(({ showSetting }) => showSetting(setting));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    const count = options.length;
    if (key === 'Escape' && query !== '') change('');
    else if (key === 'Enter' && isShown) choose(options[activeIndex]);
    else if (key === 'ArrowDown' && isShown && count > 0) setActive((activeIndex + 1) % count);
    else if (key === 'ArrowUp' && isShown && count > 0) setActive((activeIndex + count - 1) % count);
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative" role="search">
      <Icon icon={Search} size={16} className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-secondary" />
      <input
        ref={field}
        type="text"
        role="combobox"
        dir="auto"
        aria-label={words.label()}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={isListShown ? `${id}-list` : undefined}
        aria-activedescendant={isListShown ? `${id}-${activeIndex}` : undefined}
        aria-keyshortcuts={ariaKeys(keys)}
        placeholder={words.label()}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onFocus={() => index === null && load()}
        onBlur={() => setIsOpen(false)}
        onClick={() => setIsOpen(true)}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(inputClassName, 'h-9 truncate px-9! coarse:h-11')}
      />
      {query !== '' && (
        <button
          type="button"
          aria-label={words.clear()}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => {
            change('');
            field.current?.focus();
          }}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-secondary hover:text-primary coarse:w-11"
        >
          <Icon icon={X} size={16} />
        </button>
      )}
      <p role="status" className="sr-only">
        {isShown && words.resultCount({ count: options.length })}
      </p>
      {isShown && (
        <div
          role="presentation"
          // Keeps the focus in the field, also while the list is scrolled.
          onMouseDown={(event) => event.preventDefault()}
          className="absolute top-full left-0 z-20 mt-1.5 max-h-[min(28rem,60dvh)] w-full overflow-y-auto rounded-md bg-raised p-1 shadow-float ring-1 ring-line sm:w-80"
        >
          {options.length === 0 ? (
            <p className="px-2.5 py-3 text-secondary">{words.empty({ query: query.trim() })}</p>
          ) : (
            <Results id={id} found={found} activeIndex={activeIndex} onActiveIndexChange={setActive} onChoose={choose} />
          )}
        </div>
      )}
    </div>
  );
}

interface ResultsProps {
  id: string;
  found: readonly FoundSection[];
  activeIndex: number;
  onActiveIndexChange: (index: number) => void;
  onChoose: (setting: Setting) => void;
}

/** The settings that were found, by section. The field handles the keys. */
function Results({ id, found, activeIndex, onActiveIndexChange, onChoose }: ResultsProps) {
  const starts = found.map((_, at) => found.slice(0, at).reduce((sum, { settings }) => sum + settings.length, 0));
  return (
    <div id={`${id}-list`} role="listbox" aria-label={words.results()}>
      {found.map(({ section, settings }, at) => (
        <div key={section} role="group" aria-labelledby={`${id}-${section}`} className="pb-1 last:pb-0">
          <p id={`${id}-${section}`} role="presentation" className="px-2.5 pt-1.5 pb-0.5 text-xs font-medium text-secondary">
            {SETTINGS_SECTION_NAMES[section]()}
          </p>
          {settings.map((setting, offset) => {
            const position = (starts[at] ?? 0) + offset;
            return (
              <div
                key={`${setting.label}/${setting.group ?? ''}`}
                id={`${id}-${position}`}
                role="option"
                tabIndex={-1}
                aria-selected={position === activeIndex}
                onPointerMove={() => onActiveIndexChange(position)}
                onClick={() => onChoose(setting)}
                className={cx(
                  'flex min-h-9 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5 py-1 select-none coarse:min-h-11',
                  position === activeIndex && 'bg-hover',
                )}
              >
                <span className="min-w-0 truncate">{setting.label}</span>
                {setting.group !== undefined && <span className="min-w-0 truncate text-sm text-secondary">{setting.group}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
