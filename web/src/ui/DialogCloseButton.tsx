import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import * as common from '../messages/common';
import { Icon } from './Icon';
import { IconButton } from './IconButton';

/** The button in the header of a dialog or a side panel that closes it. */
export function DialogCloseButton() {
  return (
    <RadixDialog.Close asChild>
      <IconButton label={common.close()}>
        <Icon icon={X} />
      </IconButton>
    </RadixDialog.Close>
  );
}
