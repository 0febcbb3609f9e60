import { useState } from 'react';
import { useStore } from 'zustand';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/settings';
import * as timer from '../../messages/timer';
import * as weather from '../../messages/weather';
import { soundState } from '../../platform/audio-player';
import { Button } from '../../ui/Button';
import { FieldRow } from '../../ui/FieldRow';
import { Popover } from '../../ui/Popover';
import { TitledSection } from '../../ui/TitledSection';
import { WallpaperRow } from '../background';
import { CityForm, TemperatureUnitSelect } from '../weather';
import { AppearanceRows } from './AppearanceRows';
import { LanguageRow } from './LanguageRow';
import { SoundDialog } from './SoundDialog';
import { endingSoundName, focusSoundName } from './soundNames';
import { ThemeRow } from './ThemeRow';

/** The Preference section: appearance, sounds and weather. */
export function PreferenceSection() {
  return (
    <div className="flex max-w-140 flex-col gap-10">
      <TitledSection title={messages.appearanceTitle()}>
        <ThemeRow />
        <AppearanceRows />
        <WallpaperRow />
      </TitledSection>
      <TitledSection title={messages.soundTitle()}>
        <SoundRow />
      </TitledSection>
      <TitledSection title={messages.regionTitle()}>
        <LanguageRow />
        <WeatherRows />
      </TitledSection>
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
        label={weather.title()}
        hint={cityHint(city, is_chosen)}
        hasLabelFor={false}
      >
        {() => (
          <Popover
            label={messages.weatherCity()}
            align="end"
            className="w-72"
            open={isOpen}
            onOpenChange={setIsOpen}
            trigger={<Button>{messages.weatherCityChange()}</Button>}
          >
            <CityForm onChosen={() => setIsOpen(false)} />
          </Popover>
        )}
      </FieldRow>
      <FieldRow label={messages.temperature()}>
        {({ 'aria-labelledby': _label, 'aria-invalid': _invalid, ...ids }) => <TemperatureUnitSelect {...ids} />}
      </FieldRow>
    </>
  );
}

function cityHint(city: string | null, isChosen: boolean): string {
  if (!city) return messages.weatherCityUnknown();
  return isChosen ? messages.weatherCityChosen({ city }) : messages.weatherCityGuessed({ city });
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
  const summary = { focusSound: focusSoundName(focus), endingSound: endingSoundName(ending), volume };
  return (
    <>
      <FieldRow
        label={messages.soundChoose()}
        hint={isSilent ? messages.soundSilent() : messages.soundSummary(summary)}
        error={isFailed ? timer.soundFailed() : null}
        hasLabelFor={false}
      >
        {() => <Button onClick={() => setIsOpen(true)}>{messages.soundChange()}</Button>}
      </FieldRow>
      <SoundDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
