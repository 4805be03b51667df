'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Tells whether the page is the browser's: false on the server and at hydration, true right afterwards. What the two could
 * see differently is shown from then on.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
