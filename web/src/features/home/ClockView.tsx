import { useMirror } from '../../core/hooks';
import { ClockPanel } from '../../shell/ClockPanel';
import { cx } from '../../ui/cx';
import { Today } from '../today';

/** The time of day, with a greeting and the date alternating, and a line about today. */
export function ClockView() {
  const { time, greeting, date, shows_date } = useMirror((mirror) => mirror.clock);
  // Without it, the greeting would get longer, and so move, when it is known.
  const hasName = useMirror(({ user, session }) => user !== null || session.guest !== null);
  return (
    <ClockPanel
      digits={<time>{time}</time>}
      line={
        <span className="grid w-full *:[grid-area:1/1]">
          <FadingText isShown={!shows_date}>{hasName ? greeting : ''}</FadingText>
          <FadingText isShown={shows_date}>{date}</FadingText>
        </span>
      }
    >
      <Today />
    </ClockPanel>
  );
}

/** One of two alternating texts that fade in and out. */
function FadingText({ isShown, children }: { isShown: boolean; children: string }) {
  return (
    <span aria-hidden={!isShown} className={cx('transition-opacity duration-300', isShown ? 'opacity-100' : 'opacity-0')}>
      {children}
    </span>
  );
}
