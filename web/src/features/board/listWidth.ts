/** The width of an open list. On phones, the next list shows beside it. */
export const LIST_WIDTH = 'w-[300px] max-w-112 grow max-sm:w-[min(100vw-4rem,22rem)]';
