import type { Id } from '@twentyfour/core';
import { Printer } from 'lucide-react';
import * as messages from '../../../messages/print';
import { MenuItem } from '../../../ui/Menu';
import { print } from './print';

/** The entry of a list's menu that prints the list. */
export default function PrintItem({ list_id }: { list_id: Id }) {
  return (
    <MenuItem icon={Printer} onSelect={() => print(list_id)}>
      {messages.print()}
    </MenuItem>
  );
}
