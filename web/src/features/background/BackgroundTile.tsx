import { Check, ImageOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import * as messages from '../../messages/background_picker';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import type { BackgroundOption } from './options';

interface BackgroundTileProps {
  option: BackgroundOption;
  /** The name of the radio group. */
  group: string;
  isChosen: boolean;
  /** Called on selection; null if the picture cannot be chosen. */
  onPick: ((option: BackgroundOption) => void) | null;
  /** Additional actions. */
  children?: ReactNode;
}

/**
 * A picture that can be chosen. The photographer is shown on it, as the photo service requires, and is part of the
 * accessible name.
 */
export function BackgroundTile({ option, group, isChosen, onPick, children }: BackgroundTileProps) {
  const { name, thumbs, color, photographer } = option;
  const [thumb, dense] = thumbs;
  const [isMissing, setIsMissing] = useState(false);
  return (
    <div className="group relative">
      <label
        className={cx(
          'relative block aspect-video overflow-hidden rounded-md bg-sunken',
          onPick && 'cursor-pointer',
          'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring)',
          isChosen ? 'ring-2 ring-accent-text' : 'ring-1 ring-line',
        )}
        style={color && !isMissing ? { backgroundColor: color } : undefined}
      >
        <input
          type="radio"
          name={group}
          aria-label={photographer ? messages.tileWithPhotographer({ name, photographer }) : name}
          checked={isChosen}
          disabled={onPick === null}
          onChange={() => onPick?.(option)}
          className="sr-only"
        />
        {isMissing ? (
          <span title={name} className="grid size-full place-items-center bg-hover text-secondary">
            <Icon icon={ImageOff} size={20} />
          </span>
        ) : (
          <img
            src={thumb}
            srcSet={dense && `${thumb} 1x, ${dense} 2x`}
            alt=""
            loading="lazy"
            title={name}
            onError={() => setIsMissing(true)}
            className="size-full object-cover"
          />
        )}
        {photographer && (
          <span
            aria-hidden
            dir="auto"
            className="absolute inset-x-0 bottom-0 truncate bg-[rgb(5_8_12/0.75)] px-2 py-1 text-xs text-[#fff]"
          >
            {photographer}
          </span>
        )}
        {isChosen && (
          <span className="absolute top-2 left-2 grid size-6 place-items-center rounded-full bg-raised text-accent-text">
            <Icon icon={Check} size={16} />
          </span>
        )}
      </label>
      {children}
    </div>
  );
}
