import { useState } from 'react';
import { cacheImage } from '../platform/image-cache';

/**
 * The picture of a person, which covers the initials in the element around it once it is loaded. Nothing is drawn if there is
 * none or it cannot be loaded.
 */
export function AvatarPicture({ picture }: { picture: string | null | undefined }) {
  const [failedPicture, setFailedPicture] = useState<string | null>(null);
  if (!picture || picture === failedPicture) return null;
  return (
    <img
      src={picture}
      alt=""
      decoding="async"
      draggable={false}
      onLoad={() => void cacheImage(picture)}
      onError={() => setFailedPicture(picture)}
      className="absolute inset-0 size-full rounded-full object-cover"
    />
  );
}
