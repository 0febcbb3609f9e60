import * as messages from '../../messages/account_import';
import type { IdleAccountImport } from './useAccountImport';

/** Why the last import of an account's archive has ended early. */
export function AttemptResult({ state: { problem, isCanceled } }: { state: IdleAccountImport }) {
  if (problem !== null) {
    return (
      <p role="alert" className="mb-6 max-w-[68ch] text-danger">
        {problem}
      </p>
    );
  }
  return isCanceled ? <p className="mb-6 max-w-[68ch]">{messages.canceled()}</p> : null;
}
