// Made from messages/en/common.json by `npm run messages`. Change the texts there.

export const close = () => 'Close';
export const cancel = () => 'Cancel';
