// Made from messages/en/common.json by `npm run messages`. Change the texts there.

export const cancel = () => 'Cancel';
export const close = () => 'Close';
export const save = () => 'Save';
export const tryAgain = () => 'Try again';
