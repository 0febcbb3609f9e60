import type { ActivityView, CommentView } from '@twentyfour/core';
import { describe, expect, it } from 'vitest';
import { mergeTimeline, type TimelineEntry } from './timelineEntries';

const time = (minute: number) => `2026-03-03T10:${String(minute).padStart(2, '0')}:00.000Z`;
const change = (minute: number, who = 'Ada'): ActivityView => ({
  id: `${who} ${minute}`, at: time(minute), who, user_id: who, what: 'moved it', is_unsent: false,
});
const comment = (minute: number): CommentView => ({
  id: `comment ${minute}`, text: '', author: null, created_at: time(minute), edited_at: null, mentions: [], reactions: [], can_edit: true, can_delete: true,
});
const shown = (entries: readonly TimelineEntry[]) =>
  entries.map((entry) => (entry.type === 'folded' ? `${entry.changes.length} folded` : entry.type === 'change' && entry.isFirst ? `${entry.id} first` : entry.id));

describe('the timeline of a card', () => {
  it('has comments and changes in the order of time', () => {
    const activity = [change(9), change(5, 'Ben'), change(2), change(1)];
    expect(shown(mergeTimeline([comment(3), comment(6), comment(7)], activity, new Set()))).toEqual([
      'Ada 1 first', 'Ada 2', 'comment 3', 'Ben 5 first', 'comment 6', 'comment 7', 'Ada 9 first',
    ]);
  });

  it('leaves out the change that has added a comment, unless others were made at the same time', () => {
    expect(shown(mergeTimeline([comment(3)], [change(4), change(3)], new Set()))).toEqual(['comment 3', 'Ada 4 first']);
    expect(shown(mergeTimeline([comment(3)], [change(3), change(3, 'Ben')], new Set()))).toEqual(['comment 3', 'Ben 3 first', 'Ada 3 first']);
  });

  it('folds the earlier of many changes of one person until they are opened', () => {
    const activity = [5, 4, 3, 2, 1].map((minute) => change(minute));
    expect(shown(mergeTimeline([], activity, new Set()))).toEqual(['2 folded', 'Ada 3 first', 'Ada 4', 'Ada 5']);
    expect(shown(mergeTimeline([], activity, new Set(['Ada 1'])))).toEqual(['Ada 1 first', 'Ada 2', 'Ada 3', 'Ada 4', 'Ada 5']);
    expect(shown(mergeTimeline([], activity.slice(1), new Set()))).toEqual(['Ada 1 first', 'Ada 2', 'Ada 3', 'Ada 4']);
  });
});
