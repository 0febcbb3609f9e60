import { expect, it } from 'vitest';
import { formatReminder, formatReminderInSentence } from './reminderOptions';

it.each([
  [0, 'At due time', 'at due time'],
  [1, '1 minute before', '1 minute before'],
  [90, '90 minutes before', '90 minutes before'],
  [120, '2 hours before', '2 hours before'],
  [1_440, '1 day before', '1 day before'],
  [20_160, '2 weeks before', '2 weeks before'],
])('a reminder %i minutes before is %s', (minutes, label, inSentence) => {
  expect(formatReminder(minutes)).toBe(label);
  expect(formatReminderInSentence(minutes)).toBe(inSentence);
});
