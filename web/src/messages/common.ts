// Made from messages/en/common.json by `npm run messages`. Change the texts there.

export const cancel = () => 'Cancel';
export const close = () => 'Close';
export const discard = () => 'Discard';
export const logIn = () => 'Log In';
export const productName = () => 'Twentyfour';
export const reload = () => 'Reload';
export const save = () => 'Save';
export const signUp = () => 'Sign Up';
export const tryAgain = () => 'Try again';
