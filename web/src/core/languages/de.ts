/** All texts of the language that are loaded on demand, as one file. */
export { default as core } from '@twentyfour/core/languages/de.json';
export { default as texts } from '../../messages/de';
export const { url } = import.meta;
