import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** A message with its parameters and their types: string, number or part. */
export interface ParsedMessage {
  id: string;
  text: string;
  elements: MessageFormatElement[];
  parameters: Map<string, string>;
}

export function rustFiles(
  paths: Readonly<Record<string, string>>,
  read: (language: string, area: string) => readonly ParsedMessage[],
): [path: string, text: string][];
export function rustModule(
  area: string,
  messages: readonly ParsedMessage[],
  translations?: Readonly<Record<string, readonly string[]>>,
): string;
