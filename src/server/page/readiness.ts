import { cache } from 'react';

/** Milliseconds for which what stands in for a page waits for it. */
const GRACE_MS = 400;

/** Of one request. */
const readiness = cache(() => Promise.withResolvers<'ready' | 'late'>());

/** Says that the page of this request has read what it shows first. */
export function pageIsReady(): void {
  readiness().resolve('ready');
}

/**
 * Waits for a moment until the page of this request has read what it shows first: to be called by what stands in for it. Where
 * it has, the first answer is the page, and nothing stood in for it: React keeps a stand-in for 300 ms once it has been seen.
 */
export async function waitForPage(): Promise<void> {
  const { promise, resolve } = readiness();
  const timer = setTimeout(resolve, GRACE_MS, 'late');
  await promise;
  clearTimeout(timer);
}
