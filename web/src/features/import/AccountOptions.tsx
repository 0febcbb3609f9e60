import { useId } from 'react';
import * as messages from '../../messages/account_import';

interface AccountOptionsProps {
  hasSettings: boolean;
  onSettings: (hasSettings: boolean) => void;
}

/** Whether settings are imported with the archive of an account, and what never is. */
export function AccountOptions({ hasSettings, onSettings }: AccountOptionsProps) {
  const name = useId();
  const details = useId();
  return (
    <div className="flex flex-col gap-4">
      <label className="-mx-2 flex cursor-pointer items-start gap-3 rounded-sm px-2 py-2 transition-colors duration-120 hover:bg-hover coarse:py-3">
        <input
          type="checkbox"
          aria-labelledby={name}
          aria-describedby={details}
          checked={hasSettings}
          onChange={(event) => onSettings(event.target.checked)}
          className="mt-0.5 size-4 shrink-0"
        />
        <span className="min-w-0 flex-1">
          <span id={name} className="block">
            {messages.settings()}
          </span>
          <span id={details} className="block text-sm text-secondary">
            {messages.settingsDetails()}
          </span>
        </span>
      </label>
      <p className="max-w-[68ch] text-sm text-secondary">{messages.leftOut()}</p>
    </div>
  );
}
