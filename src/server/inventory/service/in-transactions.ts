import type { QueuedTag } from '../repository/matching';

/** An upload of one of them waits for all: some 50 ms. */
const IMAGES_IN_TRANSACTION = 25;
/** As 25 images of a distribution hold. More are kept in memory and locked for longer. */
const COMPONENTS_IN_TRANSACTION = 10_000;

/** Cuts what is queued into the image tags that one transaction brings up to date. */
export function inTransactions(queued: readonly QueuedTag[]): string[][] {
  const transactions: string[][] = [];
  let some: string[] = [];
  let held = 0;
  for (const { imageTagId, components } of queued) {
    const isFull =
      some.length === IMAGES_IN_TRANSACTION || held + components > COMPONENTS_IN_TRANSACTION;
    if (isFull || transactions.length === 0) {
      some = [];
      held = 0;
      transactions.push(some);
    }
    some.push(imageTagId);
    held += components;
  }
  return transactions;
}
