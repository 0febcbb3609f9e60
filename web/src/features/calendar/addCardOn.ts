import { bindings } from '../../shell/commands/bindings';

const quickAdd = () => bindings.get('quick_add')?.find(({ isEnabled }) => isEnabled());

/** Returns whether a card can be added. */
export const canAddCard = (): boolean => quickAdd() !== undefined;

/** Adds a card that is due on a day: opens quick add. */
export function addCardOn(_day: string): void {
  quickAdd()?.run();
}
