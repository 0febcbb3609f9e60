// Made from messages/en/shortcut_settings.json by `npm run messages`. Change the texts there.

export const singleKeys = () => 'Single-key shortcuts';
export const singleKeysHint = () => 'Keys such as F or G B. Turn them off if you press keys by accident, or use voice input.';
export const none = () => 'None';
export const change = ({ name }: { name: string }) => `Change keys: ${name}`;
export const remove = ({ name }: { name: string }) => `Remove keys: ${name}`;
export const reset = ({ name }: { name: string }) => `Reset keys: ${name}`;
export const record = ({ name }: { name: string }) => `New keys: ${name}`;
export const pressKeys = () => 'Press keys';
export const conflict = ({ keys, name }: { keys: string; name: string }) => `${keys} is used by “${name}”.`;
export const replace = () => 'Replace';
export const resetAll = () => 'Reset all shortcuts';
