import { cache } from 'react';

/** Milliseconds for which what stands in for a page waits for it. */
export const GRACE_MS = 400;

/** Lets one wait, for a moment at most, until the other is ready. */
export function createReadiness() {
  const { promise, resolve } = Promise.withResolvers<'ready' | 'late'>();
  return {
    isReady: () => {
      resolve('ready');
    },
    wait: async () => {
      const timer = setTimeout(resolve, GRACE_MS, 'late');
      await promise;
      clearTimeout(timer);
    },
  };
}

/** Of one request. */
const readiness = cache(createReadiness);

/** Says that the page of this request has read what it shows first. */
export function pageIsReady(): void {
  readiness().isReady();
}

/**
 * Waits for a moment until the page of this request has read what it shows first: to be called by what stands in for it. Where
 * it has, the page comes right behind, before anything was painted: React keeps a stand-in for 300 ms once it has been seen.
 */
export function waitForPage(): Promise<void> {
  return readiness().wait();
}
