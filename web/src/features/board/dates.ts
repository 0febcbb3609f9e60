const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A due date as people write it: "3 Mar 2026", with ", 09:00" where it has a time. It is local and needs no clock. */
export function dueDateWords(due_date: string): string {
  const [day = '', time] = due_date.split('T');
  const [year, month, date] = day.split('-');
  const words = `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
  return time ? `${words}, ${time}` : words;
}
