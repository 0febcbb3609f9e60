/** Returns the browser's language as a BCP 47 tag; its region determines the default units. */
export const browserLocale = (): string => navigator.language;
