'use client';

import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the reader's keyboard has ⌘ where others have Ctrl; false on the server and at hydration. */
export function useAppleKeyboard(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
}
