type Message = readonly [id: string, text: string];

export function generateModules(root?: URL): Map<string, string>;
export function typescriptModule(area: string, messages: readonly Message[]): string;
/** The messages of a language, by area. */
type Messages = ReadonlyMap<string, readonly Message[]>;

export function translationModule(language: string, english: Messages, translation: Messages): string;
export function translationProblems(language: string, english: Messages, translation: Messages): string[];
export function rustModule(area: string, messages: readonly Message[]): string;
