import { useMirror } from '../../core/hooks';
import { classes } from '../../ui/classes';
import { Panel } from './Panel';

/** The time of day, with a greeting and the date in turns. */
export function ClockView() {
  const { time, greeting, date, shows_date } = useMirror((mirror) => mirror.clock);
  return (
    <Panel
      digits={<time>{time}</time>}
      line={
        <span className="grid justify-items-center *:[grid-area:1/1]">
          <Turn isShown={!shows_date}>{greeting}</Turn>
          <Turn isShown={shows_date}>{date}</Turn>
        </span>
      }
    />
  );
}

/** One of two texts in one place; the other fades away meanwhile. */
function Turn({ isShown, children }: { isShown: boolean; children: string }) {
  return (
    <span aria-hidden={!isShown} className={classes('transition-opacity duration-300', isShown ? 'opacity-100' : 'opacity-0')}>
      {children}
    </span>
  );
}
