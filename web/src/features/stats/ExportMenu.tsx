import { Braces, Download, Table } from 'lucide-react';
import { dispatch } from '../../core/client';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Menu, MenuItem } from '../../ui/Menu';

/** A menu that exports all sessions. */
export function ExportMenu() {
  return (
    <Menu
      trigger={
        <Button>
          <Icon icon={Download} size={16} />
          {common.exportAction()}
        </Button>
      }
    >
      <MenuItem icon={Table} onSelect={() => dispatch({ type: 'export_sessions', format: 'csv' })}>
        {messages.exportCsv()}
      </MenuItem>
      <MenuItem icon={Braces} onSelect={() => dispatch({ type: 'export_sessions', format: 'json' })}>
        {messages.exportJson()}
      </MenuItem>
    </Menu>
  );
}
