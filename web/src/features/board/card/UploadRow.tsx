import type { UploadView } from '@twentyfour/core';
import { CloudUpload, RotateCcw, TriangleAlert, X } from 'lucide-react';
import { dispatch } from '../../../core/client';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatFileSize } from '../../../platform/format/sizes';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { IconButton } from '../../../ui/IconButton';

/** A file that waits, is being uploaded, or could not be uploaded. */
export function UploadRow({ upload }: { upload: UploadView }) {
  const { id, name, bytes, status, rejection } = upload;
  const hasFailed = status === 'failed';
  return (
    <li className="flex items-center gap-1 py-1.5">
      <span className="flex min-w-0 flex-1 items-center gap-3">
        <span className="grid size-12 shrink-0 place-items-center rounded-sm bg-hover text-secondary">
          <Icon icon={hasFailed ? TriangleAlert : CloudUpload} size={20} className={cx(hasFailed && 'text-danger', status === 'uploading' && 'animate-skeleton')} />
        </span>
        <span className="min-w-0 flex-1">
          <span title={name} dir="auto" className="line-clamp-2 break-words">
            {name}
          </span>
          {rejection ? (
            <span role="alert" className="mt-0.5 block text-xs text-danger">
              {rejection.message}
            </span>
          ) : (
            <span className="mt-0.5 block text-xs text-secondary">
              {formatFileSize(bytes)} · {status === 'uploading' ? messages.attachmentUploading() : messages.attachmentWaiting()}
            </span>
          )}
        </span>
      </span>
      {hasFailed && rejection?.code !== 'file_too_large' && (
        <IconButton label={messages.attachmentRetry({ name })} title={common.tryAgain()} onClick={() => dispatch({ type: 'retry_upload', upload_id: id })}>
          <Icon icon={RotateCcw} size={16} />
        </IconButton>
      )}
      <IconButton
        label={hasFailed ? messages.attachmentRemove({ name }) : messages.attachmentCancel({ name })}
        onClick={() => dispatch({ type: 'cancel_upload', upload_id: id })}
      >
        <Icon icon={X} size={16} />
      </IconButton>
    </li>
  );
}
