/** The API of the finder's package, which is built without declarations (`finder/src/wasm.rs`). */
declare module '@twentyfour/core/finder' {
  /** The documents of the device. */
  export class Finder {
    set_account(account: string): void;
    set_outbox(keys: string[], texts: string[]): void;
    set_board(board: string, keys: string[], texts: string[]): void;
    set_notes(keys: string[], texts: string[]): void;
    remove_board(id: string): void;
    card(id: string): string | undefined;
    labels(board: string): string[];
    find(query: string, limit: number): string;
    search(query: string, minute: string, limit: number): string;
    free(): void;
  }
  export function rank(query: string, texts: string[]): string;
  export function terms(query: string): string;
  export function quick_add(text: string, context: string): string | undefined;
  export function later_days(due_date: string, recurrence: string, today: string, first: string, last: string): string[];
}
