// Made from messages/en/ui.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { formatNumber, richText } from './format';

export const colorBerryRed = () => 'Berry Red';
export const colorRed = () => 'Red';
export const colorOrange = () => 'Orange';
export const colorYellow = () => 'Yellow';
export const colorOliveGreen = () => 'Olive Green';
export const colorLimeGreen = () => 'Lime Green';
export const colorGreen = () => 'Green';
export const colorMintGreen = () => 'Mint Green';
export const colorTeal = () => 'Teal';
export const colorBlue = () => 'Blue';
export const colorIndigo = () => 'Indigo';
export const colorPurple = () => 'Purple';
export const colorNone = () => 'None';
export const customColor = () => 'Custom color';
export const customColorChosen = ({ color }: { color: string }) => `Custom color, ${color}`;
export const markdownImage = () => 'Image';
export const markdownTable = () => 'Table';
export const markdownTaskDone = () => 'Done';
export const markdownTaskOpen = () => 'Not done';
export const selectedCount = ({ count, srOnly }: { count: number; srOnly: (text: string) => ReactNode }) => richText(`${formatNumber(count)}`, srOnly(' selected'));
export const progress = ({ value, max }: { value: number; max: number }) => `${formatNumber(value)} of ${formatNumber(max)}`;
export const panelLoadFailed = () => 'This couldn’t open. Check your connection, or reload.';
export const sectionLoadFailed = ({ section }: { section: string }) => `Couldn’t load ${section}. Reload the page.`;
export const sectionRenderFailed = ({ section }: { section: string }) => `Couldn’t show ${section}. Your changes are saved.`;
