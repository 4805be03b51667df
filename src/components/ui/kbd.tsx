'use client';

import { useSyncExternalStore } from 'react';
import { cn } from '@/lib/cn';
import { keyCaps } from '@/lib/keyboard';

/** Shows the keys of a shortcut for the reader's keyboard: `mod+k` is ⌘ K or Ctrl K. */
export function Kbd({ keys, className }: { keys: string; className?: string }) {
  const caps = keyCaps(keys, useAppleKeyboard());
  return (
    <span className={cn('inline-flex gap-0.5', className)}>
      {caps.map((cap, index) => (
        <kbd
          key={index}
          className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-sunken px-1 font-sans text-xs text-muted"
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}

const never = () => () => undefined;

/** Tells whether the reader's keyboard has ⌘ where others have Ctrl; false on the server and at hydration. */
function useAppleKeyboard(): boolean {
  return useSyncExternalStore(
    never,
    () => /mac|iphone|ipad/i.test(navigator.userAgent),
    () => false,
  );
}
