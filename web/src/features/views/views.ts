/**
 * Saved views: filters of a board or of the Tasks page under a name. They are stored in the preference `views`, a JSON
 * text that only the web app reads.
 */
import type { Board, Id, Rejection } from '@twentyfour/core';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';

export interface View {
  id: string;
  name: string;
  /** The board that it filters; null for the Tasks page. */
  board_id: Id | null;
  /** The filter as parameters of the address, as `viewQuery` returns them. */
  query: string;
}

export const MAX_VIEWS = 50;
export const MAX_NAME_CHARS = 100;

let last: { text: string; views: readonly View[] } = { text: '', views: [] };

function isView(value: unknown): value is View {
  const { id, name, board_id, query } = Object(value) as Record<string, unknown>;
  return typeof id === 'string' && typeof name === 'string' && (board_id === null || typeof board_id === 'string') && typeof query === 'string';
}

function readViews(text: string): readonly View[] {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    // Empty until a view is saved.
    return [];
  }
}

/** Parses the preference, without what it does not understand. Equal texts return the same array. */
export function parseViews(text: string): readonly View[] {
  if (last.text !== text) last = { text, views: readViews(text) };
  return last.views;
}

/** Returns all saved views, in the user's order. */
export const currentViews = (): readonly View[] => parseViews(mirror.getState().preferences.views ?? '');

/** Returns all saved views, in the user's order. */
export const useViews = (): readonly View[] => useMirror(({ preferences }) => parseViews(preferences.views ?? ''));

/** Returns the filter in the query string of an address, in an order that makes equal filters equal texts. */
export function viewQuery(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('card');
  query.sort();
  return query.toString();
}

/** Returns the address of a view; null if its board is not among the user's boards. */
export function viewPath({ board_id, query }: View, boards: readonly Board[]): string | null {
  if (board_id === null) return `/app/tasks?${query}`;
  const board = boards.find(({ id }) => id === board_id);
  return board ? `/app/b/${board.slug}?${query}` : null;
}

/** Returns whether a name can be given to a view. */
export function isViewName(name: string): boolean {
  const { length } = Array.from(name.trim());
  return length > 0 && length <= MAX_NAME_CHARS;
}

/** Stores the views. Returns why the core rejects them, for example because they are too long together. */
export function storeViews(views: readonly View[]): Rejection | null {
  return dispatch({ type: 'set_preferences', update: { views: views.length === 0 ? '' : JSON.stringify(views) } });
}

/** Saves a view as the last one. */
export function addView(view: Omit<View, 'id'>): Rejection | null {
  const views = currentViews();
  const id = String(Math.max(0, ...views.map((one) => Number(one.id) || 0)) + 1);
  return storeViews([...views, { ...view, id, name: view.name.trim() }]);
}

/** Changes the name of a view. */
export function renameView(id: string, name: string): Rejection | null {
  return storeViews(currentViews().map((view) => (view.id === id ? { ...view, name: name.trim() } : view)));
}

/** Swaps a view with the next or previous one of the same page. */
export function moveView(id: string, direction: 'up' | 'down'): void {
  const views = [...currentViews()];
  const index = views.findIndex((view) => view.id === id);
  const view = views[index];
  if (!view) return;
  const isSibling = ({ board_id }: View) => board_id === view.board_id;
  const other = direction === 'up' ? views.slice(0, index).findLastIndex(isSibling) : views.findIndex((one, at) => at > index && isSibling(one));
  const sibling = views[other];
  if (!sibling) return;
  views[index] = sibling;
  views[other] = view;
  storeViews(views);
}

/** Deletes a view. Returns a function that restores it in its position; null if there is no such view. */
export function deleteView(id: string): (() => void) | null {
  const views = currentViews();
  const index = views.findIndex((view) => view.id === id);
  const view = views[index];
  if (!view) return null;
  storeViews(views.filter((one) => one !== view));
  return () => {
    const others = currentViews().filter((one) => one.id !== id);
    storeViews([...others.slice(0, index), view, ...others.slice(index)]);
  };
}
