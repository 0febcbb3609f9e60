import type { Background } from '@twentyfour/core';
import { Lock, Pin, Shuffle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/background';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { Tooltip } from '../../ui/Tooltip';
import { PLANS_PATH } from '../plans';
import { wallpaperName } from '../wallpapers';
import { PhotoCredit } from './PhotoCredit';

const BUTTON =
  'on-photo inline-flex size-9 shrink-0 items-center justify-center rounded-md transition-colors duration-120 hover:bg-photo-pane focus-visible:outline-photo aria-disabled:opacity-60 coarse:size-11';

/** The footer of Home: the picture's credit at the left, its actions at the right, and the children between them. */
export function HomeFooter({ children }: { children: ReactNode }) {
  const { shown, is_kept, is_changing } = useMirror((mirror) => mirror.background);
  const isLocked = useMirror(({ limits }) => limits.backgrounds !== null);
  const keep = is_kept ? messages.kept() : messages.keep();
  return (
    <footer className="grid grid-cols-[1fr_auto] items-center gap-x-2 gap-y-1 p-3 md:grid-cols-[1fr_auto_1fr]">
      <p className="on-photo min-w-0 pl-1 text-xs wrap-break-word max-md:order-2">
        <BackgroundCredit of={shown} />
      </p>
      <div className="flex justify-center max-md:col-span-2">{children}</div>
      <div className="flex justify-end max-md:order-3">
        <Tooltip text={messages.nextPhoto()}>
          {/* Not disabled while a photo is loading, because that would drop the focus. */}
          <button
            type="button"
            aria-label={messages.nextPhoto()}
            aria-disabled={is_changing}
            onClick={() => dispatch({ type: 'next_background' })}
            className={BUTTON}
          >
            <Icon icon={Shuffle} size={16} />
          </button>
        </Tooltip>
        {isLocked && !is_kept ? (
          <Tooltip text={messages.keepRequiresPro()}>
            <Link to={PLANS_PATH} aria-label={messages.keepRequiresProLabel()} className={BUTTON}>
              <Icon icon={Lock} size={16} />
            </Link>
          </Tooltip>
        ) : (
          <Tooltip text={keep}>
            <button
              type="button"
              aria-label={messages.keep()}
              aria-pressed={is_kept}
              onClick={() => dispatch({ type: 'keep_background', is_kept: !is_kept })}
              className={BUTTON}
            >
              <Icon icon={Pin} size={16} className={cx(is_kept && 'fill-current')} />
            </button>
          </Tooltip>
        )}
      </div>
    </footer>
  );
}

/** The photographer, as the photo service requires, or the wallpaper's name. */
function BackgroundCredit({ of: background }: { of: Background }) {
  if (background === 'daily') return null;
  if ('wallpaper' in background) return wallpaperName(background.wallpaper);
  if ('picture' in background) return messages.ownPicture();
  const { name, link } = background.photo.credit;
  return name ? <PhotoCredit name={name} link={link} /> : null;
}
