/** A small program that uses the client. The test of the server compiles it and runs it against the binary. */
import { connect, type Schemas } from '../src/index.js';

function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(message);
}

/** Creates a board with a card, changes it, and reads it back. */
export async function run(server: string, token: string): Promise<void> {
  const client = connect(server, token);
  const id = crypto.randomUUID();
  const created = await client.POST('/api/boards/create-board', { body: { name: 'Groceries', id } });
  assert(created.data, `The board was not created: ${created.error?.message}`);
  const { board } = created.data;

  const list_id = crypto.randomUUID();
  const ops: Schemas['BoardOp'][] = [
    { id: crypto.randomUUID(), at: new Date().toISOString(), change: { type: 'add_list', list_id, name: 'To buy', rank: '80' } },
  ];
  const applied = await client.POST('/api/boards/{board}/ops', { params: { path: { board: board.id } }, body: { ops } });
  assert(applied.data?.results[0]?.status === 'applied', 'The list was not added.');

  const added = await client.POST('/api/quick-add', { body: { text: 'Oat milk tomorrow !high #Groceries' } });
  assert(added.data, `The card was not added: ${added.error?.message}`);
  const { card } = added.data;
  // A field that is always present needs no check for undefined.
  const due: string | null = card.due_date;
  assert(card.title === 'Oat milk' && due !== null && card.priority === 'high', 'The line was not understood.');

  const params = { path: { board: board.id, card: card.id }, query: { name: 'list.txt' } };
  const attached = await client.POST('/api/boards/{board}/cards/{card}/attachments', {
    params,
    body: new Blob(['oats']),
    bodySerializer: (body) => body,
    headers: { 'Content-Type': 'application/octet-stream' },
  });
  assert(attached.data?.item.card_id === card.id, 'The file was not attached.');

  const opened = await client.GET('/api/boards/{board}', { params: { path: { board: board.slug } } });
  assert(opened.data?.board.columns[0]?.cards[0]?.id === card.id, 'The board does not have the card.');
  const tasks = await client.GET('/api/tasks');
  assert(tasks.data?.boards.some(({ cards }) => cards.some((task) => task.id === card.id)), 'The task is missing.');

  const missing = await client.GET('/api/boards/{board}', { params: { path: { board: 'nothing-here' } } });
  assert(missing.response.status === 404 && missing.error?.code === 'not_found', 'A missing board must be 404.');
}
