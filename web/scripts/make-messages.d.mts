import type { ParsedMessage } from './rust-messages.mjs';

type Message = readonly [id: string, text: string];

export function generateModules(root?: URL): Map<string, string>;
export function parseMessage(area: string, id: string, text: string): ParsedMessage;
export function typescriptModule(area: string, messages: readonly Message[]): string;
/** The messages of a language, by area. */
type Messages = ReadonlyMap<string, readonly Message[]>;

export function translationModule(language: string, english: Messages, translation: Messages): string;
export function translationProblems(language: string, english: Messages, translation: Messages): string[];
