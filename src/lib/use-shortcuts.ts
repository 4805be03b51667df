'use client';

import { useEffect } from 'react';
import { type Shortcut, findShortcut, isPlainKey, keepsKeys, strokeOf } from './keyboard';
import { readStored } from './use-stored';

/**
 * Keyboard shortcuts for as long as the component is on the page; the `?` sheet lists them.
 * They rest while the reader types or a dialog is open, unless marked `always`, and keys by themselves where the reader has
 * turned them off.
 */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  useEffect(() => registerShortcuts(shortcuts), [shortcuts]);
}

/** Under which a browser keeps that keys pressed by themselves do nothing: any text says so. */
export const NO_PLAIN_KEYS = 'no-plain-keys';

const SEQUENCE_MS = 1000;

const registered = new Map<symbol, readonly Shortcut[]>();
const listeners = new Set<() => void>();
let snapshot: readonly Shortcut[] = [];
let previous: { stroke: string; atMs: number } | null = null;

/** Makes shortcuts work until the returned function is called. Browser only. */
function registerShortcuts(shortcuts: readonly Shortcut[]): () => void {
  const key = Symbol('shortcuts');
  if (registered.size === 0) window.addEventListener('keydown', onKeyDown);
  registered.set(key, shortcuts);
  changed();
  return () => {
    registered.delete(key);
    if (registered.size === 0) window.removeEventListener('keydown', onKeyDown);
    changed();
  };
}

/** Calls `listener` when the set of shortcuts changes; returns the end of it. */
export function onShortcutsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns all shortcuts of the page now; the same array until they change. */
export function currentShortcuts(): readonly Shortcut[] {
  return snapshot;
}

function changed(): void {
  snapshot = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const stroke = strokeOf(event);
  if (isPlainKey(stroke) && readStored(NO_PLAIN_KEYS) !== null) return;
  const before = previous && event.timeStamp - previous.atMs < SEQUENCE_MS ? previous.stroke : null;
  const usable = keepsKeys(event.target, stroke)
    ? snapshot.filter(({ always }) => always)
    : snapshot;
  const found = findShortcut(usable, stroke, before);
  previous = found ? null : { stroke, atMs: event.timeStamp };
  if (!found) return;
  event.preventDefault();
  found.run();
}
