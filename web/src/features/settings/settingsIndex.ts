/**
 * All rows of the settings, for the search: a row is found by its label, its help line, its group and other words.
 * `SettingsSearch.test.tsx` compares the index with the rows that the sections show. Loaded with the first search.
 */
import * as accountForms from '../../messages/account_forms';
import * as apiTokens from '../../messages/api_tokens';
import * as background from '../../messages/background_picker';
import * as boards from '../../messages/boards';
import * as calendar from '../../messages/calendar_settings';
import * as guest from '../../messages/guest_settings';
import * as inbox from '../../messages/inbox';
import * as words from '../../messages/settings_search';
import * as messages from '../../messages/settings';
import * as profile from '../../messages/settings_profile';
import * as shortcuts from '../../messages/shortcut_settings';
import * as timer from '../../messages/timer';
import * as weather from '../../messages/weather';
import * as webhooks from '../../messages/webhooks';
import { COMMAND_IDS } from '../../shell/commands/commands';
import { COMMAND_DETAILS, commandName, groupName } from '../../shell/commands/details';
import { SETTINGS_SECTION_NAMES, SETTINGS_SECTIONS, type SettingsSection } from './sections';

/** A row of the settings. */
export interface Setting {
  section: SettingsSection;
  /** The title of its group; undefined for a group without rows, which is found itself. */
  group?: string;
  label: string;
  hint?: string;
  /** Other words by which it is found. */
  words?: string;
  /** The users that have it; undefined for all users. */
  audience?: 'guest' | 'account';
}

type Row = Omit<Setting, 'section' | 'group' | 'audience'>;

/** Returns the rows of a group. */
const rowsOf = (section: SettingsSection, group: string | undefined, rows: readonly Row[], audience?: Setting['audience']): Setting[] =>
  rows.map((row) => ({ section, ...(group === undefined ? {} : { group }), ...row, ...(audience === undefined ? {} : { audience }) }));

/** Returns all rows, in the order of the sections and of their rows, in the current language. */
export function settings(): readonly Setting[] {
  const timerWords = words.wordsTimer();
  return [
    ...rowsOf('general', messages.timerTitle(), [
      { label: messages.timerFocus(), hint: messages.timerFocusHint(), words: timerWords },
      { label: messages.timerShortBreak(), words: timerWords },
      { label: timer.phaseLongBreak(), words: timerWords },
      { label: messages.timerRounds(), hint: messages.timerRoundsHint(), words: timerWords },
    ]),
    ...rowsOf('general', messages.autoStartTitle(), [
      { label: messages.autoStartBreaks(), hint: messages.autoStartBreaksHint(), words: words.wordsAutoStart() },
      { label: messages.autoStartFocus(), hint: messages.autoStartFocusHint(), words: words.wordsAutoStart() },
    ]),
    ...rowsOf('general', messages.dayTitle(), [
      { label: messages.dayGoal(), hint: messages.dayGoalHint(), words: words.wordsGoal() },
      { label: messages.dayStart(), hint: messages.dayStartHint(), words: words.wordsDayStart() },
      { label: messages.timeFormat(), words: words.wordsTimeFormat() },
    ]),

    ...rowsOf(
      'profile',
      undefined,
      [
        { label: profile.avatarTitle(), hint: profile.avatarHint(), words: words.wordsPicture() },
        { label: profile.nameTitle(), words: words.wordsName() },
      ],
      'account',
    ),
    ...rowsOf(
      'profile',
      profile.loginTitle(),
      [
        { label: accountForms.email(), words: words.wordsEmail() },
        { label: accountForms.password(), hint: profile.passwordHint(), words: words.wordsPassword() },
        { label: profile.google(), hint: profile.googleDetails() },
      ],
      'account',
    ),
    ...rowsOf('profile', undefined, [{ label: profile.devicesTitle(), words: words.wordsDevices() }], 'account'),
    ...rowsOf('profile', inbox.mailsTitle(), [{ label: inbox.mails(), hint: inbox.mailsHint(), words: words.wordsMails() }], 'account'),
    ...rowsOf('profile', profile.dataTitle(), [{ label: profile.exportTitle(), hint: profile.exportDetails(), words: words.wordsExport() }], 'account'),
    ...rowsOf('profile', undefined, [{ label: profile.usageTitle(), words: words.wordsUsage() }], 'account'),
    ...rowsOf(
      'profile',
      profile.logOutTitle(),
      [{ label: profile.logOutThisDevice(), hint: profile.logOutDetails(), words: words.wordsLogOut() }],
      'account',
    ),
    ...rowsOf('profile', undefined, [{ label: profile.deleteAccount(), hint: profile.deleteHint(), words: words.wordsDelete() }], 'account'),
    ...rowsOf('profile', guest.dataTitle(), [{ label: guest.dataThisBrowser(), hint: guest.dataDetails(), words: words.wordsDelete() }], 'guest'),

    ...rowsOf('preference', messages.appearanceTitle(), [
      { label: messages.themeChoose(), hint: messages.themeHint(), words: words.wordsTheme() },
      { label: messages.accent(), words: words.wordsAccent() },
      { label: messages.textSize(), words: words.wordsTextSize() },
      { label: messages.contrast(), hint: messages.contrastHint(), words: words.wordsContrast() },
      { label: messages.motion(), hint: messages.motionHint(), words: words.wordsMotion() },
      { label: messages.transparency(), hint: messages.transparencyHint(), words: words.wordsTransparency() },
      { label: messages.density(), hint: messages.densityHint(), words: words.wordsDensity() },
      { label: background.wallpaper(), words: words.wordsWallpaper() },
      { label: background.pages(), hint: background.pagesAllHint(), words: words.wordsWallpaper() },
    ]),
    ...rowsOf('preference', messages.soundTitle(), [{ label: messages.soundChoose(), words: words.wordsSound() }]),
    ...rowsOf('preference', messages.regionTitle(), [
      { label: messages.language(), hint: messages.languageHint(), words: words.wordsLanguage() },
      { label: weather.title(), words: words.wordsWeather() },
      { label: messages.temperature(), words: words.wordsTemperature() },
    ]),

    ...rowsOf('shortcuts', undefined, [{ label: shortcuts.singleKeys(), hint: shortcuts.singleKeysHint(), words: words.wordsSingleKeys() }]),
    ...COMMAND_IDS.flatMap((id) => rowsOf('shortcuts', groupName(COMMAND_DETAILS[id].group), [{ label: commandName(id) }])),

    ...rowsOf('integrations', undefined, [{ label: calendar.feedTitle(), hint: calendar.feedIntro(), words: words.wordsFeed() }], 'account'),
    ...rowsOf(
      'integrations',
      calendar.feedTitle(),
      [
        { label: calendar.feedCards(), hint: calendar.feedCardsHint(), words: words.wordsFeed() },
        { label: calendar.feedSessions(), hint: calendar.feedSessionsHint(), words: words.wordsFeed() },
      ],
      'account',
    ),
    ...rowsOf(
      'integrations',
      undefined,
      [
        { label: calendar.busyTitle(), hint: calendar.busyIntro(), words: words.wordsBusy() },
        { label: apiTokens.title(), hint: apiTokens.intro(), words: words.wordsTokens() },
        { label: webhooks.title(), hint: webhooks.intro(), words: words.wordsWebhooks() },
      ],
      'account',
    ),

    ...rowsOf('data', messages.dataImport(), [{ label: boards.importBoards(), hint: messages.dataImportDetails(), words: words.wordsImport() }]),
    ...rowsOf('data', messages.dataExport(), [{ label: messages.dataExportBoard(), hint: messages.dataExportBoardDetails(), words: words.wordsExport() }]),
    ...rowsOf('data', messages.dataExport(), [{ label: profile.exportTitle(), hint: profile.exportDetails(), words: words.wordsExport() }], 'account'),

    ...rowsOf('subscription', undefined, [{ label: messages.billingManage(), words: words.wordsSubscription() }], 'account'),
    ...rowsOf('subscription', undefined, [{ label: guest.subscriptionTitle(), hint: guest.subscriptionDetails(), words: words.wordsSubscription() }], 'guest'),
  ];
}

/** Returns the text without case and diacritics. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Returns the words of a text in the form in which they are compared. */
const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** How well a word of a search matches: in the label, at the start of a word of it, best; 0: not at all. */
function scoreOf(word: string, label: readonly string[], others: readonly string[]): number {
  if (label.some((one) => one.startsWith(word))) return 3;
  if (others.some((one) => one.startsWith(word))) return 2;
  return word.length > 2 && [...label, ...others].some((one) => one.includes(word)) ? 1 : 0;
}

/** Settings of one section that were found. */
export interface FoundSection {
  section: SettingsSection;
  settings: readonly Setting[];
}

/** Returns the settings that match all words of a query, by section, the best matches of a section first. */
export function findSettings(query: string, audience: 'guest' | 'account'): FoundSection[] {
  const searched = wordsOf(query);
  if (searched.length === 0) return [];
  const found = settings().flatMap((setting) => {
    if (setting.audience !== undefined && setting.audience !== audience) return [];
    const { section, label, group = '', hint = '', words: more = '' } = setting;
    const [own, others] = [wordsOf(label), wordsOf([SETTINGS_SECTION_NAMES[section](), group, hint, more].join(' '))];
    const scores = searched.map((word) => scoreOf(word, own, others));
    return scores.includes(0) ? [] : [{ setting, score: scores.reduce((sum, score) => sum + score, 0) }];
  });
  return SETTINGS_SECTIONS.flatMap((section) => {
    const rows = found.filter(({ setting }) => setting.section === section).toSorted((one, other) => other.score - one.score);
    return rows.length === 0 ? [] : [{ section, settings: rows.map(({ setting }) => setting) }];
  });
}
