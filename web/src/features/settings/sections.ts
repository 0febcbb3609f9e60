import * as common from '../../messages/common';
import * as messages from '../../messages/settings';

/** The sections of the settings, as named in the URL. */
export const SETTINGS_SECTIONS = ['general', 'profile', 'preference', 'shortcuts', 'integrations', 'data', 'subscription'] as const;

export type SettingsSection = (typeof SETTINGS_SECTIONS)[number];

export const SETTINGS_SECTION_NAMES: Readonly<Record<SettingsSection, () => string>> = {
  general: messages.sectionGeneral,
  profile: messages.sectionProfile,
  preference: messages.sectionPreference,
  shortcuts: common.keyboardShortcuts,
  integrations: messages.sectionIntegrations,
  data: messages.sectionData,
  subscription: messages.sectionSubscription,
};
