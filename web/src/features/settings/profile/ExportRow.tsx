import { Download } from 'lucide-react';
import * as common from '../../../messages/common';
import * as messages from '../../../messages/settings_profile';
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
      label={messages.exportTitle()}
      action={
        <ActionButton action={action} isBusy={action.isBusy} onClick={() => action.run({ type: 'export_account' })}>
          {!action.isBusy && <Icon icon={Download} size={16} />}
          {common.exportAction()}
        </ActionButton>
      }
    >
      {messages.exportDetails()}
      <ActionResult action={action} done={messages.exportDone()} />
    </InfoRow>
  );
}
