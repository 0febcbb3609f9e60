import type { AttachmentView, CardView, Id } from '@twentyfour/core';
import { Image, ImageOff } from 'lucide-react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import { Button } from '../../../ui/Button';
import { Icon } from '../../../ui/Icon';
import { Menu, MenuItem } from '../../../ui/Menu';
import { Preview } from '../attachments/Preview';

/** As wide as the dialog, through its padding. The crop keeps the upper part of the picture, where faces usually are. */
const FRAME = 'h-36 w-full object-cover object-[50%_35%] md:h-52';

interface CoverPictureProps {
  card: CardView;
  /** The files of the card. */
  attachments: readonly AttachmentView[];
}

/** The cover of the open card, with a menu to change it. Its height is reserved until it has loaded. */
export function CoverPicture({ card, attachments }: CoverPictureProps) {
  const { can_edit } = useBoardPermissions();
  const { cover_id: id = null } = card;
  const link = useMirror(({ attachment_links }) => (id === null ? undefined : attachment_links?.get(id)));
  if (id === null) return null;
  const setCover = (value: Id | null) => dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: 'cover', value }] });
  const others = attachments.filter((one) => one.width !== null && one.id !== id);
  return (
    <div className="relative -mx-6 mt-1 mb-6 bg-hover">
      <Preview key={id} url={link?.preview_url ?? null} fallback={<div className={FRAME} />} className={FRAME} />
      {can_edit && (
        <div className="absolute right-3 bottom-3">
          <Menu
            trigger={
              <Button className="bg-raised!">
                <Icon icon={Image} size={16} />
                {dialog.cover()}
              </Button>
            }
          >
            {others.map(({ id: other, name }) => (
              <MenuItem key={other} icon={Image} onSelect={() => setCover(other)}>
                <span dir="auto" className="max-w-56 truncate">
                  {dialog.coverUse({ name })}
                </span>
              </MenuItem>
            ))}
            <MenuItem icon={ImageOff} onSelect={() => setCover(null)}>
              {messages.attachmentRemoveCover()}
            </MenuItem>
          </Menu>
        </div>
      )}
    </div>
  );
}
