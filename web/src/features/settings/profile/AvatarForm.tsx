import type { User } from '@twentyfour/core';
import { ImageUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { uploadAvatar } from '../../../core/client';
import * as messages from '../../../messages/settings_profile';
import { memberName } from '../../../shell/memberName';
import { useAccountAction } from '../../../shell/useAccountAction';
import { Avatar } from '../../../ui/Avatar';
import { FileInput } from '../../../ui/FileInput';
import { Icon } from '../../../ui/Icon';
import { TitledSection } from '../../../ui/TitledSection';
import { ActionButton } from './ActionButton';
import { ActionResult } from './ActionResult';

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp';

/** The user's own picture, with an upload. */
export function AvatarForm({ user }: { user: User }) {
  const action = useAccountAction('avatar');
  const input = useRef<HTMLInputElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const hasPicture = user.picture != null;
  const [isUpload, setIsUpload] = useState(false);
  const isUploading = action.isBusy && isUpload;
  const upload = (file: File) => {
    if (action.start(() => uploadAvatar(file))) setIsUpload(true);
  };
  const remove = () => {
    if (!action.run({ type: 'remove_avatar' })) return;
    setIsUpload(false);
    // The button disappears with the picture.
    buttons.current?.querySelector('button')?.focus();
  };
  return (
    <TitledSection title={messages.avatarTitle()}>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-3">
        <Avatar name={memberName(user)} userId={user.id} picture={user.picture} size="large" />
        <div className="min-w-0 flex-1 basis-60">
          <div ref={buttons} className="flex flex-wrap items-center gap-2">
            <ActionButton action={action} isBusy={isUploading} onClick={() => input.current?.click()}>
              {!isUploading && <Icon icon={ImageUp} size={16} />}
              {messages.avatarUpload()}
            </ActionButton>
            {hasPicture && (
              <ActionButton variant="quiet" aria-label={messages.avatarRemoveLabel()} action={action} isBusy={action.isBusy && !isUpload} onClick={remove}>
                {messages.avatarRemove()}
              </ActionButton>
            )}
          </div>
          <p className="mt-2 text-sm text-secondary">{messages.avatarHint()}</p>
        </div>
      </div>
      <FileInput ref={input} label={messages.avatarFile()} accept={ACCEPTED_TYPES} onFiles={([file]) => file && upload(file)} />
      <p role="status" className="sr-only">
        {isUploading && messages.avatarUploading()}
      </p>
      <div className="mt-2">
        <ActionResult action={action} done={hasPicture ? messages.avatarSaved() : messages.avatarRemoved()} />
      </div>
    </TitledSection>
  );
}
