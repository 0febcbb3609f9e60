import type { ActivityView, CommentView } from '@twentyfour/core';

/** How many changes of one person in a row are shown. Of a longer row, the last ones are shown and the others folded. */
const MAX_CHANGES = 4;
const SHOWN_CHANGES = 3;

/** What the timeline of a card shows at one place. */
export type TimelineEntry =
  | { type: 'comment'; id: string; comment: CommentView }
  /** `isFirst` is whether the entry before it is not a change by the same person. */
  | { type: 'change'; id: string; change: ActivityView; isFirst: boolean }
  /** Changes that are not shown until the user opens them. */
  | { type: 'folded'; id: string; changes: readonly ActivityView[] };

const isSamePerson = (one: ActivityView, other: ActivityView) => one.user_id === other.user_id && one.who === other.who;

/** Returns the activity, oldest first, without the changes that have added one of the comments: they are made at its time. */
function withoutComments(comments: readonly CommentView[], activity: readonly ActivityView[]): ActivityView[] {
  const counts = new Map<string, number>();
  for (const { at } of activity) counts.set(at, (counts.get(at) ?? 0) + 1);
  const times = new Set(comments.map(({ created_at }) => created_at));
  // Of several changes at the same time, it is not known which one has added the comment.
  return activity.filter(({ at }) => !times.has(at) || counts.get(at) !== 1).toReversed();
}

/**
 * Merges the comments of a card, which are sorted oldest first, and its activity, which is sorted latest first. `opened` contains the
 * ids of the folded changes to show.
 */
export function mergeTimeline(comments: readonly CommentView[], activity: readonly ActivityView[], opened: ReadonlySet<string>): TimelineEntry[] {
  const entries: TimelineEntry[] = [];
  let run: ActivityView[] = [];
  const endRun = () => {
    const [first] = run;
    if (!first) return;
    const folded = run.length > MAX_CHANGES && !opened.has(first.id) ? run.length - SHOWN_CHANGES : 0;
    if (folded > 0) entries.push({ type: 'folded', id: first.id, changes: run.slice(0, folded) });
    run.slice(folded).forEach((change, index) => entries.push({ type: 'change', id: change.id, change, isFirst: index === 0 }));
    run = [];
  };
  const remaining = [...comments];
  for (const change of withoutComments(comments, activity)) {
    while (remaining[0] && remaining[0].created_at <= change.at) {
      endRun();
      const [comment] = remaining.splice(0, 1);
      if (comment) entries.push({ type: 'comment', id: comment.id, comment });
    }
    if (run[0] && !isSamePerson(run[0], change)) endRun();
    run.push(change);
  }
  endRun();
  for (const comment of remaining) entries.push({ type: 'comment', id: comment.id, comment });
  return entries;
}
