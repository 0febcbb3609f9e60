/** Draws a part of a message that only screen readers read. */
export const srOnly = (text: string) => <span className="sr-only">{text}</span>;
