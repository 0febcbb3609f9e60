import { X } from 'lucide-react';
import { useEffect } from 'react';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/install';
import { countSession, countVisit, dismissSuggestion, followInstallOffers, startInstall, useInstall } from '../../platform/install';
import { announce } from '../../ui/Announcer';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { onPhaseEnd } from '../timer';

/**
 * A notice that suggests installing the app, once per device, when it was used enough. It waits until no session is under
 * way or has just ended.
 */
export function InstallNotice() {
  const { method, isSuggested, isRequested } = useInstall();
  const isTimerUsed = useMirror(({ timer: { state, shows_end_notice } }) => state.isActive || state.hasPreviousSession || shows_end_notice);
  const isShown = isRequested || (isSuggested && !isTimerUsed);
  const text = method === 'share_menu' ? messages.shareMenu() : messages.benefit();
  useEffect(() => {
    const stopFollowing = followInstallOffers();
    countVisit(mirror.getState().clock.minute.slice(0, 10));
    const stopCounting = onPhaseEnd((phase) => phase === 'focus' && countSession());
    return () => {
      stopFollowing();
      stopCounting();
    };
  }, []);
  // Announced explicitly, because a live region is not read when it appears with its text.
  useEffect(() => {
    if (isShown) announce(text);
  }, [isShown, text]);
  if (!isShown) return null;
  return (
    <section
      aria-label={messages.install()}
      className="pointer-events-auto flex max-w-md animate-appear items-center gap-2 rounded-md bg-raised py-2 pr-2 pl-4 shadow-float ring-1 ring-inset ring-line max-md:mx-2 max-md:last:mb-2"
    >
      <p className="grow text-balance md:pr-2">{text}</p>
      {method === 'prompt' && <Button onClick={() => void startInstall()}>{messages.confirm()}</Button>}
      <IconButton label={common.dismiss()} onClick={dismissSuggestion}>
        <Icon icon={X} />
      </IconButton>
    </section>
  );
}
