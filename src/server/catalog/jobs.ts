import type { CatalogUpdater } from '@/server/catalog/service/updater';
import type { Logger } from '@/server/platform/log';

/** Milliseconds between two looks whether an update is due; far below the shortest interval. */
const TICK_MS = 30_000;

/**
 * Updates the catalog whenever that is due, from now on.
 * @returns a function that ends it, once nothing is under way any more
 */
export function scheduleCatalogUpdates(
  updater: CatalogUpdater,
  logger: Logger,
): () => Promise<void> {
  let tick: Promise<unknown> = Promise.resolve();
  let isBusy = false;
  const look = () => {
    if (isBusy) return;
    isBusy = true;
    tick = updater
      .updateWhenDue()
      .catch((err: unknown) => {
        logger.error({ err }, 'the catalog could not be updated');
      })
      .finally(() => {
        isBusy = false;
      });
  };
  look();
  const timer = setInterval(look, TICK_MS).unref();
  return async () => {
    clearInterval(timer);
    await updater.stop();
    await tick;
  };
}
