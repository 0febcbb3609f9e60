// Made from messages/en/recovery.json by `npm run messages`. Change the texts there.

export const coreRecovered = () => 'Twentyfour recovered from an error. Check your last change.';
export const coreRestartFailed = () => 'The app couldn’t restart.';
export const coreLoadTimeout = () => 'The app took too long to load.';
export const moduleLoadFailed = () => 'Part of the app couldn’t load.';
