/** All texts of the language that are loaded on demand, as one file. */
export { default as core } from '@twentyfour/core/languages/es.json';
export { default as texts } from '../../messages/es';
export const { url } = import.meta;
