'use client';

import { useEffect, useState } from 'react';
import type { PolicyBody } from '../policy-types';

/** Longer than the pause between two keys. */
const PAUSE_MS = 300;

/**
 * The latest draft that could be a policy, once the writer pauses; null before the first one.
 *
 * @param body null while the draft cannot be a policy; the same object as long as it says the same
 */
export function useDraft(body: PolicyBody | null): PolicyBody | null {
  const [draft, setDraft] = useState(body);
  useEffect(() => {
    if (body === null) return;
    const timer = window.setTimeout(() => setDraft(body), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [body]);
  return draft;
}
