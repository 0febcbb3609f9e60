/** The board that most pictures show. */
import type { SeededCard } from '../support/api-board';

/** A name that no screen has the space for. */
export const LONG_NAME = 'A map of all workshops with opening hours, contacts and directions for people who come by train or by bicycle';

/** An email that no row has the space for. */
export const LONG_EMAIL = 'maximiliane.wilhelmina.von-hohenzollern@a-company-with-a-long-name.example.com';

/** Cards with every detail, in lists of several lengths. */
export const LAUNCH: Record<string, readonly SeededCard[]> = {
  Ideas: ['Podcast with customers', { title: LONG_NAME, labels: ['website'] }, 'Collect quotes'],
  'To do': [
    {
      title: 'Book the room',
      priority: 'high',
      description: 'For **twelve** people:\n\n- [projector](https://example.com)\n- coffee\n\nThe big room costs more, but has daylight.',
      due_date: '2026-03-03',
      labels: ['venue', 'urgent'],
      subtasks: ['Ask for prices', 'Pay', 'Send the address to everyone'],
      comments: ['They are closed on Mondays.', 'The second quote is 20% lower.'],
    },
    { title: 'Send the invitations', due_date: '2026-02-27', priority: 'medium', labels: ['mail'] },
    { title: 'Order name tags', due_date: '2026-03-04' },
    { title: 'Test the microphones', due_date: '2026-03-07', labels: ['venue', 'sound'], subtasks: ['Hall', 'Foyer'] },
  ],
  'In progress': [{ title: 'Write the announcement', priority: 'medium', labels: ['mail'], due_date: '2026-03-03' }],
  Waiting: [],
  Done: [{ title: 'Choose a date', priority: 'completed' }],
};
