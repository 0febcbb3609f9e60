import type { Account, ErrorCode, Login } from '@twentyfour/core';
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import { dayOf } from '../../../core/moments';
import { momentWords, type TimeFormat } from '../../../core/times';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { counted } from '../../../ui/words';
import { RefusedList } from '../../shell/RefusedList';
import { UnsentDialog } from '../../shell/UnsentDialog';
import { type AccountActionState, useAccountAction } from '../../shell/useAccountAction';
import { AccountDialog } from './AccountDialog';
import { ActionButton } from './ActionButton';
import { Outcome } from './Outcome';
import { PASSWORD, PASSWORD_PLACES } from './password';

/** How many places are shown unasked. */
const SHOWN = 5;

/** Every place where the account is logged in, and the way out of each. */
export function LoginsSection({ account }: { account: Account }) {
  const { logins } = account;
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const action = useAccountAction('logins');
  // What is asked to end.
  const [ending, setEnding] = useState<Login | 'all' | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const close = useCallback(() => setEnding(null), []);
  const finish = useCallback(() => {
    setEnding(null);
    setHasEnded(true);
  }, []);
  const shown = showsAll ? logins : logins.slice(0, SHOWN);

  const ask = (whose: Login | 'all') => {
    action.forget();
    setHasEnded(false);
    setEnding(whose);
  };

  return (
    <section aria-labelledby={title}>
      <h3 ref={heading} id={title} tabIndex={-1} className="mb-1 rounded-sm text-md font-semibold">
        Devices
      </h3>
      <ul id={`${title}-list`}>
        {shown.map((login) => (
          <LoginRow key={login.id} login={login} action={action} onEnd={ask} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {logins.length > SHOWN && (
          <Button aria-expanded={showsAll} aria-controls={`${title}-list`} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? 'Show fewer' : `Show all ${logins.length.toLocaleString('en')}`}
          </Button>
        )}
        <ActionButton look="danger" action={action} isBusy={ending === null && action.isBusy} onClick={() => ask('all')}>
          Log out everywhere
        </ActionButton>
        <Outcome
          action={{ isDone: hasEnded, refusal: ending === null ? action.refusal : null }}
          done={`Logged out. You’re logged in on ${counted(logins.length, 'device')}.`}
        />
      </div>
      {ending !== null && ending !== 'all' && (
        <AccountDialog
          title={`Log out ${deviceOf(ending)}?`}
          description="This device will have to log in again."
          action="logins"
          fields={account.has_password ? [PASSWORD] : []}
          placeOf={(code) => PASSWORD_PLACES[code]}
          intent={({ password = '' }) => ({ type: 'end_login', login_id: ending.id, password })}
          verb="Log out"
          look="danger"
          onClose={close}
          onDone={finish}
          // The button that was pressed has gone with its line, unless the login goes on.
          onCloseFocus={() => document.getElementById(buttonOf(ending)) ?? heading.current}
        />
      )}
      <LogOutEverywhere account={account} open={ending === 'all'} onClose={close} onLeave={action.expect} />
    </section>
  );
}

interface LogOutEverywhereProps {
  account: Account;
  open: boolean;
  onClose: () => void;
  /** It is asked for after the dialog has closed. */
  onLeave: () => void;
}

/** Asks for the password, and then, where something has not been sent, whether that may be lost. */
function LogOutEverywhere({ account, open, onClose, onLeave }: LogOutEverywhereProps) {
  const hasRefused = useMirror((mirror) => mirror.sync.refused.length > 0);
  // The password while that question stands; null while it does not.
  const [entered, setEntered] = useState<string | null>(null);
  const stay = useCallback(() => setEntered(null), []);
  const leave = useCallback(
    (discard_unsent: boolean) => {
      onLeave();
      dispatch({ type: 'log_out_everywhere', password: entered ?? '', discard_unsent });
    },
    [entered, onLeave],
  );
  const askToLose = useCallback(
    (code: ErrorCode, { password = '' }: { password?: string }) => {
      if (code !== 'unsent_changes') return;
      setEntered(password);
      onClose();
    },
    [onClose],
  );
  return (
    <>
      {open && (
        <AccountDialog
          title="Log out everywhere?"
          description="You’ll be logged out on all devices, including this one."
          action="logins"
          fields={account.has_password ? [PASSWORD] : []}
          placeOf={(code) => PASSWORD_PLACES[code]}
          intent={({ password = '' }) => ({ type: 'log_out_everywhere', password, discard_unsent: false })}
          verb="Log out everywhere"
          look="danger"
          onClose={onClose}
          onDone={onClose}
          onRefused={askToLose}
        >
          {() =>
            hasRefused && (
              <div>
                <p className="text-secondary">Logging out also deletes the rejected changes from this browser.</p>
                <RefusedList />
              </div>
            )
          }
        </AccountDialog>
      )}
      <UnsentDialog open={entered !== null} leave={leave} onClose={stay} />
    </>
  );
}

const deviceOf = (login: Login) => login.device || 'Unknown device';

/** The id of the button that ends a login. */
const buttonOf = (login: Login) => `end-${login.id}`;

interface LoginRowProps {
  login: Login;
  action: AccountActionState;
  onEnd: (login: Login) => void;
}

function LoginRow({ login, action, onEnd }: LoginRowProps) {
  const format = useTimeFormat();
  const device = deviceOf(login);
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
              <span className="font-medium text-accent-text">This device</span> · logged in {pastWords(login.created_at, format)}
            </>
          ) : (
            <>Last active {pastWords(login.last_seen, format)}</>
          )}
        </p>
      </div>
      {!login.is_current && (
        <ActionButton
          id={buttonOf(login)}
          action={action}
          isBusy={false}
          aria-label={`Log out ${device}, last active ${pastWords(login.last_seen, format)}`}
          onClick={() => onEnd(login)}
        >
          End
        </ActionButton>
      )}
    </li>
  );
}

/** Returns when something was, for the middle of a sentence: "today, 14:05", "3 Mar, 9:00 AM". */
function pastWords(moment: string, format: TimeFormat): string {
  const words = momentWords(moment, format);
  const isName = dayOf(moment) === format.today || words.startsWith('Yesterday');
  return isName ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** A picture of the kind of device, as far as its name tells. */
function iconOf(device: string) {
  if (/android|iphone|ipad|ios|mobile/i.test(device)) return Smartphone;
  return / on /.test(device) || device === '' ? Monitor : SquareTerminal;
}
