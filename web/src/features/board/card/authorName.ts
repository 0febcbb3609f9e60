import type { CommentAuthor } from '@twentyfour/core';
import * as messages from '../../../messages/card';
import { memberName } from '../../../shell/memberName';

/** Returns how a person is named beside what they wrote. */
export function authorName({ member, is_you }: CommentAuthor): string {
  if (is_you) return messages.commentYou();
  return member ? memberName(member) : messages.commentFormerMember();
}
