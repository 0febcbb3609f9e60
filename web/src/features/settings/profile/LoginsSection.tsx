import type { Id, Login } from '@twentyfour/core';
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useMirror } from '../../../core/hooks';
import { dayOf } from '../../../core/moments';
import { momentWords } from '../../../core/times';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { counted } from '../../../ui/words';
import { type AccountActionState, useAccountAction } from '../../shell/useAccountAction';
import { useLogOut } from '../../shell/useLogOut';
import { ActionButton } from './ActionButton';
import { Outcome, Refusal } from './Outcome';

/** How many places are shown unasked. */
const SHOWN = 5;

/** Every place where the account is logged in, and the way out of each. */
export function LoginsSection({ logins }: { logins: readonly Login[] }) {
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const action = useAccountAction('logins');
  // The one that was asked to end last; null for all of them.
  const [ending, setEnding] = useState<Id | null>(null);
  const { logOut, question } = useLogOut('log_out_everywhere');
  const shown = showsAll ? logins : logins.slice(0, SHOWN);
  const { isDone } = action;

  useEffect(() => {
    // The button that had the focus has gone with its line.
    if (isDone && document.activeElement === document.body) heading.current?.focus();
  }, [isDone]);

  const end = (id: Id) => {
    setEnding(id);
    action.begin({ type: 'end_login', login_id: id });
  };

  return (
    <section aria-labelledby={title}>
      <h3 ref={heading} id={title} tabIndex={-1} className="mb-1 rounded-sm text-md font-semibold">
        Where you are signed in
      </h3>
      <ul id={`${title}-list`}>
        {shown.map((login) => (
          <LoginRow
            key={login.id}
            login={login}
            action={action}
            isEnding={ending === login.id && action.isBusy}
            refusal={ending === login.id ? (action.refusal?.message ?? null) : null}
            onEnd={end}
          />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {logins.length > SHOWN && (
          <Button aria-expanded={showsAll} aria-controls={`${title}-list`} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${logins.length.toLocaleString('en')}`}
          </Button>
        )}
        <ActionButton
          look="danger"
          action={action}
          isBusy={ending === null && action.isBusy}
          onClick={() => {
            setEnding(null);
            action.expect();
            logOut();
          }}
        >
          Log out everywhere
        </ActionButton>
        <Outcome
          action={{ isDone: action.isDone && ending !== null, refusal: ending === null ? action.refusal : null }}
          done={`Ended. You are signed in at ${counted(logins.length, 'place')}.`}
        />
      </div>
      {question}
    </section>
  );
}

interface LoginRowProps {
  login: Login;
  action: AccountActionState;
  isEnding: boolean;
  /** Why it could not be ended; null where it could. */
  refusal: string | null;
  onEnd: (id: Id) => void;
}

function LoginRow({ login, action, isEnding, refusal, onEnd }: LoginRowProps) {
  const today = useMirror((mirror) => mirror.clock.minute).slice(0, 10);
  const device = login.device || 'Unknown device';
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2.5">
      <Icon of={iconOf(login.device)} size={20} className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={device}>
          {device}
        </p>
        <p className="text-sm text-secondary">
          {login.is_current ? (
            <>
              <span className="font-medium text-accent-text">This device</span> · since {pastWords(login.created_at, today)}
            </>
          ) : (
            <>Last seen {pastWords(login.last_seen, today)}</>
          )}
        </p>
        {refusal !== null && <Refusal>{refusal}</Refusal>}
      </div>
      {!login.is_current && (
        <ActionButton
          action={action}
          isBusy={isEnding}
          aria-label={`End ${device}, last seen ${pastWords(login.last_seen, today)}`}
          onClick={() => onEnd(login.id)}
        >
          End
        </ActionButton>
      )}
    </li>
  );
}

/** When something was, in the middle of a sentence: "today, 14:05", "3 Mar, 09:00". */
function pastWords(moment: string, today: string): string {
  const words = momentWords(moment, today);
  const isName = dayOf(moment) === today || words.startsWith('Yesterday');
  return isName ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** A picture of the kind of device, as far as its name tells. */
function iconOf(device: string) {
  if (/android|iphone|ipad|ios|mobile/i.test(device)) return Smartphone;
  return / on /.test(device) || device === '' ? Monitor : SquareTerminal;
}
