// Made from messages/en/common.json by `npm run messages`. Change the texts there.

export const cancel = () => 'Cancel';
export const close = () => 'Close';
export const discard = () => 'Discard';
export const save = () => 'Save';
