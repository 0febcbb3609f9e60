/** Makes the file of a Trello board for tests of imports. */

const LIST = '66f1a2b30000000000000101';

/** Returns the export of a Trello board called "Home move" with one list of cards, as a file for an input. */
export function trelloFile(names: readonly string[]): { name: string; mimeType: string; buffer: Buffer } {
  const board = {
    id: '66f1a2b30000000000000b01',
    name: 'Home move',
    desc: '',
    closed: false,
    labels: [],
    lists: [{ id: LIST, name: 'To do', closed: false, pos: 1 }],
    cards: names.map((name, index) => ({
      id: `66f1a2b30000000000000c0${index}`,
      idList: LIST,
      name,
      desc: '',
      closed: false,
      due: null,
      pos: index,
      idLabels: [],
      idChecklists: [],
      labels: [],
    })),
    checklists: [],
    actions: [],
  };
  return { name: 'home.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(board)) };
}
