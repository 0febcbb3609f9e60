import { Download } from 'lucide-react';
import { Icon } from '../../../ui/Icon';
import { useAccountAction } from '../../shell/useAccountAction';
import { ActionButton } from './ActionButton';
import { Outcome } from './Outcome';
import { ProfileRow } from './ProfileRow';

/** Takes everything out of here, whenever one likes. */
export function ExportRow() {
  const action = useAccountAction('export');
  return (
    <ProfileRow
      label="Export your data"
      action={
        <ActionButton action={action} isBusy={action.isBusy} onClick={() => action.begin({ type: 'export_account' })}>
          {!action.isBusy && <Icon of={Download} size={16} />}
          Export
        </ActionButton>
      }
    >
      A ZIP of your boards, sessions and settings as JSON and CSV.
      <Outcome action={action} done="Downloaded" />
    </ProfileRow>
  );
}
