import * as messages from '../../messages/sharing';
import { CopyField } from '../../ui/CopyField';

interface LinkFieldProps {
  label: string;
  url: string;
  hint: string;
}

/** A link to share, with a button to copy it. */
export function LinkField({ label, url, hint }: LinkFieldProps) {
  return (
    <div className="mt-3">
      <CopyField label={label} value={url} hint={hint} copyFailed={messages.copyFailed()} />
    </div>
  );
}
