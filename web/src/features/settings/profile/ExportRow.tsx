import { Download } from 'lucide-react';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Icon } from '../../../ui/Icon';
import { InfoRow } from '../../../ui/InfoRow';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';

/** A button that exports all data. */
export function ExportRow() {
  const action = useAccountAction('export');
  return (
    <InfoRow
      label="Export your data"
      action={
        <ActionButton action={action} isBusy={action.isBusy} onClick={() => action.run({ type: 'export_account' })}>
          {!action.isBusy && <Icon icon={Download} size={16} />}
          Export
        </ActionButton>
      }
    >
      A ZIP of your boards, sessions and settings as JSON and CSV.
      <ActionResult action={action} done="Downloaded" />
    </InfoRow>
  );
}
