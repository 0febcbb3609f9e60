/**
 * How close a due date is, by the mirror's clock. Both are written `YYYY-MM-DDTHH:MM`, so comparing texts compares
 * times.
 */
type DueStatus = 'overdue' | 'today' | 'later';

/** Returns the status of a due date at a minute. One without a time is overdue when its day has passed. */
export function dueStatus(due_date: string, minute: string): DueStatus {
  const [day = '', time] = due_date.split('T');
  const today = minute.slice(0, 10);
  if (today === '') return 'later';
  if (time ? due_date < minute : day < today) return 'overdue';
  return day === today ? 'today' : 'later';
}
