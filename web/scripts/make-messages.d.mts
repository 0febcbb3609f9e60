type Message = readonly [id: string, text: string];

export function generateModules(root?: URL): Map<string, string>;
export function typescriptModule(area: string, messages: readonly Message[]): string;
export function rustModule(area: string, messages: readonly Message[]): string;
