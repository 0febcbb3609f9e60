import { Play, Square, Volume1, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/settings';
import { soundState } from '../../platform/audio-player';
import type { SoundName } from '../../platform/sound-files';
import { setPreviewVolume, startPreview, stopPreview } from '../../platform/sound-preview';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Legend } from '../../ui/Legend';
import { Slider } from '../../ui/Slider';
import { ENDING_SOUNDS, FOCUS_SOUNDS } from './soundNames';

/** A dialog for the timer's sounds. Choices are saved immediately, and each sound has a preview. */
export function SoundDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const preferences = useMirror((mirror) => mirror.preferences);
  useEffect(() => (open ? stopPreview : undefined), [open]);
  return (
    <Dialog open={open} onClose={onClose} title={messages.soundChoose()} footer={<VolumeSlider saved={preferences.volume} />}>
      <div className="flex flex-col gap-6">
        <SoundGroup
          title={messages.soundGroupFocus()}
          sounds={FOCUS_SOUNDS}
          chosen={preferences.focus_sound}
          volume={preferences.volume}
          onValueChange={(focus_sound) => dispatch({ type: 'set_preferences', update: { focus_sound } })}
        />
        <SoundGroup
          title={messages.soundGroupEnding()}
          sounds={ENDING_SOUNDS}
          chosen={preferences.ending_sound}
          volume={preferences.volume}
          onValueChange={(ending_sound) => dispatch({ type: 'set_preferences', update: { ending_sound } })}
        />
      </div>
    </Dialog>
  );
}

function VolumeSlider({ saved }: { saved: number }) {
  // The value while dragging; null after it was saved.
  const [dragValue, setDragValue] = useState<number | null>(null);
  const volume = dragValue ?? saved;
  return (
    <div className="flex items-center gap-3">
      <Icon icon={volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2} className="shrink-0 text-secondary" />
      <Slider
        label={messages.volumeLabel()}
        value={volume}
        min={0}
        max={100}
        formatValue={(value) => messages.volumePercent({ volume: value })}
        onValueChange={(value) => {
          setDragValue(value);
          setPreviewVolume(value);
        }}
        onValueCommit={(value) => {
          setDragValue(null);
          dispatch({ type: 'set_preferences', update: { volume: value } });
        }}
      />
      <span aria-hidden className="digits w-12 shrink-0 text-right text-sm text-secondary">
        {messages.volumePercentShort({ volume })}
      </span>
    </div>
  );
}

interface SoundGroupProps<T extends SoundName | 'none'> {
  title: string;
  sounds: readonly { value: T; name: () => string }[];
  chosen: T;
  volume: number;
  onValueChange: (value: T) => void;
}

function SoundGroup<T extends SoundName | 'none'>({ title, sounds, chosen, volume, onValueChange }: SoundGroupProps<T>) {
  const group = useId();
  return (
    <fieldset className="min-w-0">
      <Legend className="mb-1 block text-sm font-medium text-secondary">{title}</Legend>
      {sounds.map(({ value, name }) => (
        <div key={value} className="-mx-2 flex items-center rounded-md transition-colors duration-120 hover:bg-hover">
          <div className="min-w-0 flex-1">
            <label className="flex min-h-9 cursor-pointer items-center gap-3 px-2 py-1.5 coarse:min-h-11">
              <input
                type="radio"
                name={group}
                checked={value === chosen}
                onChange={() => onValueChange(value)}
                aria-describedby={`${group}-${value}`}
                className="peer sr-only"
              />
              <span
                aria-hidden
                className="grid size-4 shrink-0 place-items-center rounded-full ring-1 ring-control ring-inset peer-checked:ring-4 peer-checked:ring-accent peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-(--focus-ring)"
              />
              {name()}
            </label>
            <SoundLoadError id={`${group}-${value}`} sound={value} />
          </div>
          {value !== 'none' && <PreviewButton sound={value} name={name()} volume={volume} />}
        </div>
      ))}
    </fieldset>
  );
}

/** An error if a sound's file could not be loaded. The next preview retries it. */
function SoundLoadError({ id, sound }: { id: string; sound: SoundName | 'none' }) {
  const isFailed = useStore(soundState, ({ failed }) => sound !== 'none' && failed.has(sound));
  return (
    <p id={id} role="status" className="pr-2 pb-2 pl-9 text-sm text-danger empty:hidden">
      {isFailed && messages.soundLoadFailed()}
    </p>
  );
}

interface PreviewButtonProps {
  sound: SoundName;
  name: string;
  volume: number;
}

function PreviewButton({ sound, name, volume }: PreviewButtonProps) {
  const isPlaying = useStore(soundState, ({ previewing }) => previewing === sound);
  return (
    <IconButton
      label={isPlaying ? messages.soundStop({ name }) : messages.soundPlay({ name })}
      onClick={() => (isPlaying ? stopPreview() : startPreview(sound, volume))}
    >
      <Icon icon={isPlaying ? Square : Play} size={16} />
    </IconButton>
  );
}
