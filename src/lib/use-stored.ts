'use client';

import { useCallback, useSyncExternalStore } from 'react';

const CHANGED = 'eventide:stored';
/** Keeps what storage refuses, for as long as the page lives. */
const refused = new Map<string, string>();

/**
 * A string kept in this browser under `key`, null when there is none, and its setter (null forgets).
 * The server and the first render see null, so hydration matches; a private window that refuses
 * storage remembers until it is closed.
 */
export function useStored(key: string): readonly [string | null, (value: string | null) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => readStored(key),
    () => null,
  );
  const set = useCallback(
    (next: string | null) => {
      write(key, next);
      window.dispatchEvent(new Event(CHANGED));
    },
    [key],
  );
  return [value, set];
}

/** Reads such a string outside of a component. Browser only. */
export function readStored(key: string): string | null {
  try {
    return refused.get(key) ?? window.localStorage.getItem(key);
  } catch {
    return null; // storage is forbidden in this window
  }
}

function write(key: string, value: string | null): void {
  refused.delete(key);
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    if (value !== null) refused.set(key, value);
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  window.addEventListener(CHANGED, listener);
  return () => {
    window.removeEventListener('storage', listener);
    window.removeEventListener(CHANGED, listener);
  };
}
