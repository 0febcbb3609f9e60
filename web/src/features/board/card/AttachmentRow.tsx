import type { AttachmentView, Id } from '@twentyfour/core';
import { Ellipsis, Image, ImageOff, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatFileSize } from '../../../platform/format/sizes';
import { formatTimestamp } from '../../../platform/format/times';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';
import { Menu, MenuItem } from '../../../ui/Menu';
import { Preview } from '../attachments/Preview';
import { authorName } from './authorName';
import { FileIcon } from './FileIcon';

const ROW = 'flex min-w-0 flex-1 items-center gap-3 rounded-md py-1.5 pr-2 pl-1.5 -ml-1.5';

/** An attached file: a link that opens a picture and downloads any other file. */
export function AttachmentRow({ card_id, attachment }: { card_id: Id; attachment: AttachmentView }) {
  const { id, name, content_type, bytes, author, created_at, is_cover } = attachment;
  const { can_edit } = useBoardPermissions();
  const format = useTimeFormat();
  const link = useMirror(({ attachment_links }) => attachment_links?.get(id));
  const details = [formatFileSize(bytes), author && authorName(author), formatTimestamp(created_at, format), is_cover && messages.attachmentIsCover()];
  const isPicture = attachment.width !== null;

  const setCover = (value: Id | null) => dispatch({ type: 'edit_card', card_id, edits: [{ field: 'cover', value }] });
  const content = (
    <>
      <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-sm bg-hover text-secondary">
        <Preview url={link?.preview_url ?? null} className="size-full object-cover" fallback={<FileIcon content_type={content_type} />} />
      </span>
      <span className="min-w-0 flex-1">
        <span title={name} dir="auto" className="line-clamp-2 break-words">
          {name}
        </span>
        <span className="mt-0.5 block text-xs text-secondary">{details.filter(Boolean).join(' · ')}</span>
      </span>
    </>
  );

  return (
    <li className="group flex items-center gap-1">
      <RowLink url={link?.url} isOpened={isPicture}>
        {content}
      </RowLink>
      {can_edit && (
        <Menu
          trigger={
            <IconButton
              label={common.optionsFor({ name })}
              className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 data-[state=open]:opacity-100 coarse:opacity-100"
            >
              <Icon icon={Ellipsis} size={16} />
            </IconButton>
          }
        >
          {isPicture && (
            <MenuItem icon={is_cover ? ImageOff : Image} onSelect={() => setCover(is_cover ? null : id)}>
              {is_cover ? messages.attachmentRemoveCover() : messages.attachmentMakeCover()}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_item', item_id: id })}>
            {common.deleteAction()}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
}

interface RowLinkProps {
  url: string | undefined;
  /** Whether the file opens in a new tab, rather than being downloaded. */
  isOpened: boolean;
  children: ReactNode;
}

/** The link of a row; plain content while the address is not known. */
function RowLink({ url, isOpened, children }: RowLinkProps) {
  if (url === undefined) return <div className={ROW}>{children}</div>;
  const target = isOpened ? { target: '_blank', rel: 'noopener' } : { download: true };
  return (
    <a href={url} {...target} className={`${ROW} transition-colors duration-120 hover:bg-hover`}>
      {children}
    </a>
  );
}
