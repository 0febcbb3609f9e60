// Made from messages/en/common.json by `npm run messages`. Change the texts there.

export const add = () => 'Add';
export const back = () => 'Back';
export const cancel = () => 'Cancel';
export const close = () => 'Close';
export const copied = () => 'Copied';
export const copy = () => 'Copy';
export const discard = () => 'Discard';
export const dismiss = () => 'Dismiss';
export const keyAlt = () => 'Alt';
export const keyControl = () => 'Ctrl';
export const keyShift = () => 'Shift';
export const logIn = () => 'Log In';
export const open = () => 'Open';
export const productName = () => 'Twentyfour';
export const reload = () => 'Reload';
export const restore = () => 'Restore';
export const save = () => 'Save';
export const search = () => 'Search';
export const signUp = () => 'Sign Up';
export const somethingWentWrong = () => 'Something went wrong. Please try again.';
export const tryAgain = () => 'Try again';
export const undo = () => 'Undo';
export const youAreOffline = () => 'You’re offline';
