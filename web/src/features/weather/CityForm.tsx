import type { Place } from '@twentyfour/core';
import { LocateFixed } from 'lucide-react';
import { useEffect, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/weather';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';

/** The debounce of the search, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 250;

interface CityFormProps {
  /** Called when a city was chosen. */
  onChosen?: () => void;
}

/** A search for the city whose weather is shown, with a button that returns to the network's location. */
export function CityForm({ onChosen }: CityFormProps) {
  const [text, setText] = useState('');
  const is_chosen = useMirror((mirror) => mirror.weather.is_chosen);
  useEffect(() => {
    const timeout = setTimeout(() => dispatch({ type: 'search_places', text }), text === '' ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timeout);
  }, [text]);
  // Clears the results, so that they are not shown the next time.
  useEffect(() => () => void dispatch({ type: 'search_places', text: '' }), []);
  const choose = (place: Place | null) => {
    setText('');
    dispatch({ type: 'choose_place', place });
    onChosen?.();
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={messages.cityField()}
        type="search"
        autoComplete="off"
        maxLength={100}
        placeholder={messages.cityPlaceholder()}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <CityResults onValueChange={choose} />
      {is_chosen && (
        <Button onClick={() => choose(null)}>
          <Icon icon={LocateFixed} size={16} />
          {messages.locationReset()}
        </Button>
      )}
    </div>
  );
}

/** The results of the search, or its status. */
function CityResults({ onValueChange }: { onValueChange: (place: Place) => void }) {
  const search = useMirror((mirror) => mirror.weather.search);
  if (!search) return null;
  const { status, places } = search;
  const isEmpty = places.length === 0;
  return (
    <>
      <p role="status" className={status !== 'loading' && isEmpty ? 'text-sm text-secondary' : 'sr-only'}>
        {status === 'failed' && messages.citiesFailed()}
        {status === 'ready' && (isEmpty ? messages.citiesNone() : messages.citiesFound({ count: places.length }))}
      </p>
      {!isEmpty && (
        <ul aria-label={messages.cities()} aria-busy={status === 'loading'} className="-mx-2 flex flex-col">
          {places.map(({ place, region }) => (
            <li key={`${place.latitude} ${place.longitude} ${place.city} ${region}`}>
              <button
                type="button"
                onClick={() => onValueChange(place)}
                className="w-full rounded-md px-2 py-1.5 text-start transition-colors duration-120 hover:bg-hover coarse:py-2.5"
              >
                <span dir="auto" className="block truncate font-medium">
                  {place.city}
                </span>
                <span dir="auto" className="block truncate text-sm text-secondary">
                  {region}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
