import type { Account, ErrorCode, Login } from '@twentyfour/core';
import { Monitor, Smartphone, SquareTerminal } from 'lucide-react';
import { useCallback, useId, useRef, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/settings_profile';
import * as shell from '../../../messages/shell';
import { formatTimestamp } from '../../../platform/format/times';
import { RejectedChangesList } from '../../../shell/RejectedChangesList';
import { UnsentChangesDialog } from '../../../shell/UnsentChangesDialog';
import { type AccountActionState, useAccountAction } from '../../../shell/useAccountAction';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { AccountDialog } from './AccountDialog';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';
import { CURRENT_PASSWORD_ERROR_FIELDS, currentPasswordField } from './passwordField';

/** The number of devices shown before the list is expanded. */
const COLLAPSED_COUNT = 5;

/** The devices on which the user is logged in, with a button to log out each. */
export function DevicesSection({ account }: { account: Account }) {
  const { logins } = account;
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [showsAll, setShowsAll] = useState(false);
  const action = useAccountAction('logins');
  // The login to end, `all` for every device, or null.
  const [ending, setEnding] = useState<Login | 'all' | null>(null);
  const [hasEnded, setHasEnded] = useState(false);
  const close = useCallback(() => setEnding(null), []);
  const finish = useCallback(() => {
    setEnding(null);
    setHasEnded(true);
  }, []);
  const shown = showsAll ? logins : logins.slice(0, COLLAPSED_COUNT);

  const requestLogOut = (whose: Login | 'all') => {
    action.clear();
    setHasEnded(false);
    setEnding(whose);
  };

  return (
    <section aria-labelledby={title} data-row={messages.devicesTitle()}>
      <h3 ref={heading} id={title} tabIndex={-1} className="mb-1 rounded-sm text-md font-semibold">
        {messages.devicesTitle()}
      </h3>
      <ul id={`${title}-list`}>
        {shown.map((login) => (
          <DeviceRow key={login.id} login={login} action={action} onEnd={requestLogOut} />
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        {logins.length > COLLAPSED_COUNT && (
          <Button aria-expanded={showsAll} aria-controls={`${title}-list`} onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? common.showFewer() : common.showAll({ count: logins.length })}
          </Button>
        )}
        <ActionButton variant="danger" action={action} isBusy={ending === null && action.isBusy} onClick={() => requestLogOut('all')}>
          {messages.logOutEverywhere()}
        </ActionButton>
        <ActionResult
          action={{ isDone: hasEnded, rejection: ending === null ? action.rejection : null }}
          done={messages.deviceLoggedOut({ count: logins.length })}
        />
      </div>
      {ending !== null && ending !== 'all' && (
        <AccountDialog
          title={messages.deviceLogOutTitle({ device: deviceOf(ending) })}
          description={messages.deviceLogOutDetails()}
          action="logins"
          fields={account.has_password ? [currentPasswordField()] : []}
          errorFieldOf={(code) => CURRENT_PASSWORD_ERROR_FIELDS[code]}
          intent={({ password = '' }) => ({ type: 'end_login', login_id: ending.id, password })}
          submitLabel={messages.deviceLogOut()}
          variant="danger"
          onClose={close}
          onDone={finish}
          // The pressed button was removed with its row, unless the login still exists.
          getCloseFocusTarget={() => document.getElementById(buttonOf(ending)) ?? heading.current}
        />
      )}
      <LogOutEverywhere account={account} open={ending === 'all'} onClose={close} onLeave={action.track} />
    </section>
  );
}

interface LogOutEverywhereProps {
  account: Account;
  open: boolean;
  onClose: () => void;
  /** Called after the dialog has closed and the request was sent. */
  onLeave: () => void;
}

/** Asks for the password and then, if there are unsent changes, whether to discard them. */
function LogOutEverywhere({ account, open, onClose, onLeave }: LogOutEverywhereProps) {
  const hasRejectedChanges = useMirror((mirror) => mirror.sync.refused.length > 0);
  // The password while that question is open; null otherwise.
  const [confirmedPassword, setConfirmedPassword] = useState<string | null>(null);
  const cancel = useCallback(() => setConfirmedPassword(null), []);
  const onLogOut = useCallback(
    (discard_unsent: boolean) => {
      onLeave();
      dispatch({ type: 'log_out_everywhere', password: confirmedPassword ?? '', discard_unsent });
    },
    [confirmedPassword, onLeave],
  );
  const confirmDiscard = useCallback(
    (code: ErrorCode, { password = '' }: { password?: string }) => {
      if (code !== 'unsent_changes') return;
      setConfirmedPassword(password);
      onClose();
    },
    [onClose],
  );
  return (
    <>
      {open && (
        <AccountDialog
          title={messages.logOutEverywhereTitle()}
          description={messages.logOutEverywhereDetails()}
          action="logins"
          fields={account.has_password ? [currentPasswordField()] : []}
          errorFieldOf={(code) => CURRENT_PASSWORD_ERROR_FIELDS[code]}
          intent={({ password = '' }) => ({ type: 'log_out_everywhere', password, discard_unsent: false })}
          submitLabel={messages.logOutEverywhere()}
          variant="danger"
          onClose={onClose}
          onDone={onClose}
          onRejected={confirmDiscard}
        >
          {() =>
            hasRejectedChanges && (
              <div>
                <p className="text-secondary">{shell.rejectedChangesHint()}</p>
                <RejectedChangesList />
              </div>
            )
          }
        </AccountDialog>
      )}
      <UnsentChangesDialog open={confirmedPassword !== null} onLogOut={onLogOut} onClose={cancel} />
    </>
  );
}

const deviceOf = (login: Login) => login.device || messages.deviceUnknown();

/** Returns the id of the button that ends a login. */
const buttonOf = (login: Login) => `end-${login.id}`;

const highlighted = (text: string) => <span className="font-medium text-accent-text">{text}</span>;

interface DeviceRowProps {
  login: Login;
  action: AccountActionState;
  onEnd: (login: Login) => void;
}

function DeviceRow({ login, action, onEnd }: DeviceRowProps) {
  const format = useTimeFormat();
  const device = deviceOf(login);
  const lastActive = formatTimestamp(login.last_seen, format, 'sentence');
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line py-2.5">
      <Icon icon={iconOf(login.device)} size={20} className="shrink-0 text-secondary" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium" title={device}>
          {device}
        </p>
        <p className="text-sm text-secondary">
          {login.is_current
            ? messages.deviceCurrent({ time: formatTimestamp(login.created_at, format, 'sentence'), current: highlighted })
            : messages.deviceLastActive({ time: lastActive })}
        </p>
      </div>
      {!login.is_current && (
        <ActionButton
          id={buttonOf(login)}
          action={action}
          isBusy={false}
          aria-label={messages.deviceLogOutLabel({ device, time: lastActive })}
          onClick={() => onEnd(login)}
        >
          {messages.deviceLogOut()}
        </ActionButton>
      )}
    </li>
  );
}

/** Returns an icon for the kind of device, guessed from its name. */
function iconOf(device: string) {
  if (/android|iphone|ipad|ios|mobile/i.test(device)) return Smartphone;
  return / on /.test(device) || device === '' ? Monitor : SquareTerminal;
}
