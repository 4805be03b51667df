'use client';

import { useState } from 'react';
import { ChangedMeanwhile } from './changed-meanwhile';

/**
 * Looks whether something is as it was seen, and throws once where it is not: whoever goes on has been told.
 * @param read tells as what it is now; two texts are compared
 * @throws ChangedMeanwhile
 */
export type LookOnce = (read: () => Promise<string>) => Promise<void>;

/** @param seen as what the reader saw it */
export function lookOnce(seen: string): LookOnce {
  let known = seen;
  return async (read) => {
    const now = await read();
    if (now === known) return;
    known = now;
    throw new ChangedMeanwhile();
  };
}

/** The same for a form, which shows what there was when it was opened. */
export function useLookOnce(seen: string): LookOnce {
  const [look] = useState(() => lookOnce(seen));
  return look;
}
