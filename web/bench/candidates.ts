/** The two usual ways to store a board in a zustand store without a core: immer, and an immutable spread by hand. */
import { produce } from 'immer';
import { type StoreApi, createStore } from 'zustand/vanilla';
import type { BoardFixture, Card } from './fake-browser';

interface Columns {
  columns: Record<string, Card[]>;
}

export interface Candidate {
  move(card_id: string, from: string, to: string, index: number): void;
}

function storeOf({ lists, cards }: BoardFixture): StoreApi<Columns> {
  const columns: Record<string, Card[]> = Object.fromEntries(lists.map(({ id }) => [id, []]));
  for (const card of cards) columns[card.list_id]?.push(card);
  return createStore(() => ({ columns }));
}

export function withImmer(fixture: BoardFixture): Candidate {
  const store = storeOf(fixture);
  return {
    move: (card_id, from, to, index) => {
      store.setState(
        produce(store.getState(), ({ columns }) => {
          const source = columns[from] ?? [];
          const [card] = source.splice(
            source.findIndex(({ id }) => id === card_id),
            1,
          );
          if (!card) return;
          card.list_id = to;
          columns[to]?.splice(index, 0, card);
        }),
        true,
      );
    },
  };
}

export function withSpread(fixture: BoardFixture): Candidate {
  const store = storeOf(fixture);
  return {
    move: (card_id, from, to, index) => {
      const { columns } = store.getState();
      const card = columns[from]?.find(({ id }) => id === card_id);
      if (!card) return;
      const without = (columns[from] ?? []).filter(({ id }) => id !== card_id);
      const target = from === to ? without : (columns[to] ?? []);
      const moved = [...target.slice(0, index), { ...card, list_id: to }, ...target.slice(index)];
      store.setState({ columns: { ...columns, [from]: without, [to]: moved } }, true);
    },
  };
}
