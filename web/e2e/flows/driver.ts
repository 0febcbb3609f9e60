/** What a flow needs of a browser. Each engine has an implementation; everything else is built on these few methods. */
export interface Driver {
  /** Opens a page of the server by its path. */
  goto(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Returns the JSON-serializable value of a JavaScript expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer to a point of the viewport, in CSS pixels. */
  movePointer(x: number, y: number): Promise<void>;
  pressPointer(): Promise<void>;
  releasePointer(): Promise<void>;
  /** Presses and releases one key, such as `Enter`. */
  pressKey(key: Key): Promise<void>;
  /** Presses and releases one key while a modifier is held down. */
  pressKeyWith(modifier: Modifier, key: Key): Promise<void>;
  /** Types text into whatever has the focus. */
  type(text: string): Promise<void>;
  /** Returns every console error, console warning and uncaught error since the last call. */
  takeProblems(): Promise<string[]>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'Backspace' | 'Delete' | 'ArrowRight' | 'ArrowUp' | 'End' | 'z';
export type Modifier = 'Shift' | 'Control';

/** The browsers that the flows run in. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** The size of the viewport in every engine, in CSS pixels. */
export const VIEWPORT = { width: 1280, height: 800 };
export const TIME_ZONE = 'Europe/Berlin';
