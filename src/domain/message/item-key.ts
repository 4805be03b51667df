import type { MessageItem } from './content';

/** Stands in a key where the owner would: nobody owns it. */
export const NOBODY = 'nobody';

/** Whether an item is open and on software of projects that nobody owns, so that there is nobody to ask. */
export function isOfNobody({
  key,
  ask,
  isSolved,
}: Pick<MessageItem, 'key' | 'ask' | 'isSolved'>): boolean {
  return ask === null && !isSolved && key.endsWith(`/${NOBODY}`);
}
