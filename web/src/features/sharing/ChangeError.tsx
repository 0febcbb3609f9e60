import type { SharingChange } from '@twentyfour/core';
import { ErrorText } from '../../ui/ErrorText';
import type { SharingChanges } from './useSharingChange';

interface ChangeErrorProps {
  changes: SharingChanges;
  /** The types of the changes beside which this is shown. */
  types: readonly SharingChange['type'][];
}

/** Why the last change was refused, if it was one of these. */
export function ChangeError({ changes: { refused }, types }: ChangeErrorProps) {
  if (!refused || !types.includes(refused.change.type)) return null;
  return (
    <div className="mt-2">
      <ErrorText>{refused.rejection.message}</ErrorText>
    </div>
  );
}
