/** The language that the browser is set to, as a BCP 47 tag; its region tells which units are usual. */
export const browserLocale = (): string => navigator.language;
