import type { Rejection } from '@twentyfour/core';
import { ImageUp, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { dispatch, uploadPicture } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/background_picker';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { FileInput } from '../../ui/FileInput';
import { Icon } from '../../ui/Icon';
import { PlanLimitLine } from '../plans';
import { BackgroundTile } from './BackgroundTile';
import { type BackgroundOption, pictureOption } from './options';

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp';

interface UploadedPicturesProps {
  group: string;
  chosen: string | null;
  /**
   * Called on selection; null if the plan does not include choosing a background. Pictures can be deleted regardless.
   */
  onPick: ((option: BackgroundOption) => void) | null;
}

/**
 * The user's uploaded pictures, and an upload by button or by dropping a file. A new picture is selected immediately.
 */
export function UploadedPictures({ group, chosen, onPick }: UploadedPicturesProps) {
  const { pictures, is_uploading, refused } = useMirror((mirror) => mirror.pictures);
  const limit = useMirror(({ limits }) => limits.pictures);
  const input = useRef<HTMLInputElement>(null);
  const [rejection, setRejection] = useState<Rejection | null>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  useEffect(() => void dispatch({ type: 'load_pictures' }), []);

  // The uploaded picture is the newest.
  const wasUploading = useRef(is_uploading);
  useEffect(() => {
    const [newest] = pictures;
    const hasUploaded = wasUploading.current && !is_uploading && !refused;
    wasUploading.current = is_uploading;
    if (hasUploaded && newest) onPick?.(pictureOption(newest, 0));
  }, [is_uploading, refused, pictures, onPick]);

  const send = (file: File | undefined) => {
    if (file && limit === null) setRejection(uploadPicture(file));
  };
  const error = rejection ?? refused;

  return (
    <section
      aria-label={messages.pictures()}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragOver(true);
      }}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsDragOver(false);
        send(event.dataTransfer.files[0]);
      }}
      className={cx('rounded-md', isDragOver && 'outline-2 outline-offset-4 outline-(--focus-ring) outline-dashed')}
    >
      <h3 className="mb-2 text-sm font-medium text-secondary">{messages.pictures()}</h3>
      <div className="grid grid-cols-2 gap-3">
        {pictures.map((picture, index) => {
          const option = pictureOption(picture, index);
          return (
            <BackgroundTile key={picture.id} option={option} group={group} isChosen={chosen === option.image} onPick={onPick}>
              <DeleteButton name={option.name} onDelete={() => dispatch({ type: 'delete_picture', picture_id: picture.id })} />
            </BackgroundTile>
          );
        })}
        {limit === null && (
          <Button
            aria-disabled={is_uploading}
            onClick={() => !is_uploading && input.current?.click()}
            className="aspect-video h-auto! flex-col gap-1! whitespace-normal! aria-disabled:opacity-60"
          >
            <Icon icon={ImageUp} className={cx(is_uploading && 'animate-skeleton')} />
            {is_uploading ? messages.pictureUploading() : messages.pictureUpload()}
          </Button>
        )}
      </div>
      <FileInput ref={input} label={messages.pictureFile()} accept={ACCEPTED_TYPES} onFiles={([file]) => send(file)} />
      <p role="status" className="sr-only">
        {is_uploading && messages.pictureUploadingStatus()}
      </p>
      {error ? (
        <p role="alert" className="mt-2 text-sm text-danger">
          {error.message}
        </p>
      ) : limit !== null ? (
        <div className="mt-2">
          <PlanLimitLine>{limit}</PlanLimitLine>
        </div>
      ) : (
        <p className="mt-2 text-sm text-secondary">{messages.pictureHint()}</p>
      )}
    </section>
  );
}

/** A button that deletes permanently on the second press. */
function DeleteButton({ name, onDelete }: { name: string; onDelete: () => void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <button
      type="button"
      aria-label={isConfirming ? messages.pictureDeleteConfirmLabel({ name }) : messages.pictureDelete({ name })}
      onClick={() => (isConfirming ? onDelete() : setIsConfirming(true))}
      onBlur={() => setIsConfirming(false)}
      className={cx(
        'absolute top-1.5 right-1.5 flex h-7 items-center gap-1 rounded-sm bg-raised px-1.5 text-xs font-medium coarse:h-11 coarse:px-3',
        'transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0',
        isConfirming ? 'text-danger' : 'text-secondary hover:text-primary',
      )}
    >
      <Icon icon={Trash2} size={14} />
      {isConfirming && messages.pictureDeleteConfirm()}
    </button>
  );
}
