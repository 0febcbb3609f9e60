// Made from messages/en/shortcut_settings.json by `npm run messages`. Change the texts there.
import { messagesOf } from './catalog.ts';

const message = messagesOf('shortcut_settings');
export const singleKeys = message('Single-key shortcuts');
export const singleKeysHint = message('Turn off for voice input or accidental presses');
export const none = message('None');
export const change = message(({ name }: { name: string }) => `Change keys: ${name}`);
export const remove = message(({ name }: { name: string }) => `Remove keys: ${name}`);
export const reset = message(({ name }: { name: string }) => `Reset keys: ${name}`);
export const record = message(({ name }: { name: string }) => `New keys: ${name}`);
export const pressKeys = message('Press keys');
export const conflict = message(({ keys, name }: { keys: string; name: string }) => `${keys} is used by “${name}”.`);
export const replace = message('Replace');
export const resetAll = message('Reset all shortcuts');
