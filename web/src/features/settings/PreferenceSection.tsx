import { useState } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import { soundState } from '../../platform/sounds';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Popover } from '../../ui/Popover';
import { WallpaperRow } from '../background';
import { CityForm, TemperatureUnitSelect } from '../weather';
import { SoundDialog } from './SoundDialog';
import { endingSoundName, focusSoundName } from './soundNames';
import { ThemeRow } from './ThemeRow';

/** The Preference section: appearance, sounds and weather. */
export function PreferenceSection() {
  return (
    <div className="max-w-140">
      <ThemeRow />
      <SoundRow />
      <WallpaperRow />
      <WeatherRows />
    </div>
  );
}

/** The city of the weather, and the temperature unit. */
function WeatherRows() {
  const { city, is_chosen } = useMirror((mirror) => mirror.weather);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <FieldRow
        label="Weather"
        hint={city ? `${city} · ${is_chosen ? 'set by you' : 'based on your network'}` : 'Location unknown'}
        hasLabelFor={false}
      >
        {() => (
          <Popover
            label="Weather city"
            align="end"
            className="w-72"
            open={isOpen}
            onOpenChange={setIsOpen}
            trigger={<Button>Change City</Button>}
          >
            <CityForm onChosen={() => setIsOpen(false)} />
          </Popover>
        )}
      </FieldRow>
      <FieldRow label="Temperature">
        {({ 'aria-labelledby': _label, 'aria-invalid': _invalid, ...ids }) => <TemperatureUnitSelect {...ids} />}
      </FieldRow>
    </>
  );
}

/** The selected sounds, and a button to change them. */
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
        hint={isSilent ? 'No sound' : `${focusSoundName(focus)} while running, ${endingSoundName(ending)} at the end, ${volume}% volume`}
        error={isFailed ? 'Couldn’t load a sound. The timer still works.' : null}
        hasLabelFor={false}
      >
        {() => <Button onClick={() => setIsOpen(true)}>Change Sound</Button>}
      </FieldRow>
      <SoundDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
