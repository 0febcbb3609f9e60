import type { TimerView as Timer } from '@twentyfour/core';
import { Pause, Play, SlidersHorizontal } from 'lucide-react';
import type { ComponentProps } from 'react';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/timer';
import { ariaKeys, useShortcut } from '../../shell/commands/shortcuts';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { Tooltip } from '../../ui/Tooltip';
import { pauseTimer, resetTimer, skipPhase, startTimer } from './actions';
import { endStart } from './phases';

interface TimerControlsProps {
  timer: Timer;
  onEdit: () => void;
}

/** Selects the timer's main button, which gets the focus when another element is removed; none while it is disabled. */
export const MAIN_BUTTON_SELECTOR = '[data-timer-main]:not(:disabled)';

/**
 * The timer's buttons: one main button, which is quieter for a break, and quiet ones; those that do not apply are left
 * out.
 */
export function TimerControls({ timer, onEdit }: TimerControlsProps) {
  const { isActive, hasPreviousSession } = timer.state;
  const toggleKeys = useShortcut('toggle_timer');
  const resetKeys = useShortcut('reset_timer');
  const skipKeys = useShortcut('skip_phase');
  return (
    <div className="flex flex-col items-center gap-4 short:gap-2">
      <Button
        variant={timer.phase === 'focus' ? 'primary' : 'photo'}
        size="large"
        className="min-w-40"
        aria-keyshortcuts={ariaKeys(toggleKeys)}
        data-timer-main
        disabled={!isActive && !timer.can_start}
        onClick={isActive ? pauseTimer : startTimer}
      >
        <Icon icon={isActive ? Pause : Play} />
        {isActive ? messages.pause() : hasPreviousSession ? messages.resume() : timer.shows_end_notice ? endStart(timer) : messages.start()}
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-1">
        {timer.can_extend && (
          <QuietButton title={messages.extendHint()} onClick={() => dispatch({ type: 'extend_timer' })}>
            {messages.extend()}
          </QuietButton>
        )}
        {timer.can_finish && (
          <QuietButton
            title={messages.finishHint()}
            onClick={(event) => {
              moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
              dispatch({ type: 'finish_timer' });
            }}
          >
            {messages.finish()}
          </QuietButton>
        )}
        <Tooltip text={messages.resetHint()} keys={resetKeys}>
          <QuietButton aria-keyshortcuts={ariaKeys(resetKeys)} onClick={resetTimer}>
            {messages.reset()}
          </QuietButton>
        </Tooltip>
        <Tooltip text={messages.skipHint()} keys={skipKeys}>
          <QuietButton aria-keyshortcuts={ariaKeys(skipKeys)} onClick={skipPhase}>
            {messages.skip()}
          </QuietButton>
        </Tooltip>
        <QuietButton
          title={messages.settings()}
          aria-label={messages.settings()}
          className="w-9 px-0! coarse:w-11"
          onClick={onEdit}
        >
          <Icon icon={SlidersHorizontal} />
        </QuietButton>
      </div>
    </div>
  );
}

/** A subtle button on the wallpaper. */
function QuietButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={cx(
        'inline-flex h-9 on-photo items-center justify-center rounded-md px-3 font-medium transition-colors duration-120 select-none hover:bg-photo-pane focus-visible:outline-photo coarse:h-11',
        className,
      )}
      {...rest}
    />
  );
}
