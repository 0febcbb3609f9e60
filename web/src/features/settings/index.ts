export { SETTINGS_SECTION_NAMES, SETTINGS_SECTIONS } from './sections';
