import type { AttachmentView, Id } from '@twentyfour/core';
import { Paperclip } from 'lucide-react';
import { useRef } from 'react';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { formatNumber } from '../../../messages/format';
import { Button } from '../../../ui/Button';
import { FileInput } from '../../../ui/FileInput';
import { Icon } from '../../../ui/Icon';
import { attachFiles, useCanAttach } from '../attachments/attachFiles';
import { AttachmentRow } from './AttachmentRow';
import { CardSection } from './CardSection';
import { UploadRow } from './UploadRow';

/** The files of a card, those that are being uploaded, and a button for more. Not shown to guests, whose boards have no files. */
export function Attachments({ card_id, attachments }: { card_id: Id; attachments: readonly AttachmentView[] }) {
  const canAttach = useCanAttach();
  const allUploads = useMirror((mirror) => mirror.uploads);
  const input = useRef<HTMLInputElement>(null);
  const attached = new Set(attachments.map(({ id }) => id));
  // An attachment can arrive before the response to its upload.
  const uploads = allUploads.filter((upload) => upload.card_id === card_id && !attached.has(upload.id));
  const unsent = uploads.filter(({ status }) => status !== 'failed').length;
  if (!canAttach && attachments.length + uploads.length === 0) return null;
  return (
    <CardSection
      title={messages.attachments()}
      aside={attachments.length > 0 && <span className="digits text-sm text-secondary">{formatNumber(attachments.length)}</span>}
    >
      {attachments.length + uploads.length > 0 && (
        <ul aria-label={messages.attachments()} className="flex flex-col">
          {attachments.map((attachment) => (
            <AttachmentRow key={attachment.id} card_id={card_id} attachment={attachment} />
          ))}
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      )}
      {canAttach && (
        <>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Button onClick={() => input.current?.click()}>
              <Icon icon={Paperclip} size={16} />
              {messages.attachmentAdd()}
            </Button>
            <span className="text-xs text-secondary coarse:hidden">{messages.attachmentHint()}</span>
          </div>
          <FileInput ref={input} label={messages.attachmentFiles()} multiple onFiles={(files) => attachFiles(card_id, files)} />
          <p role="status" className="sr-only">
            {unsent > 0 && messages.attachmentUploadingCount({ count: unsent })}
          </p>
        </>
      )}
    </CardSection>
  );
}
