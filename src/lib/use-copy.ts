'use client';

import { useEffect, useState } from 'react';
import { announce } from './announce';

const SHOWN_MS = 2000;

/** Copies text to the clipboard and says so; `copied` holds for two seconds after it worked. */
export function useCopy(): { copied: boolean; copy: (text: string) => Promise<void> } {
  const [copiedAtMs, setCopiedAtMs] = useState<number | null>(null);
  useEffect(() => {
    if (copiedAtMs === null) return;
    const timer = window.setTimeout(() => {
      setCopiedAtMs(null);
      announce(''); // so that the next copy is a change, and is said again
    }, SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [copiedAtMs]);
  return {
    copied: copiedAtMs !== null,
    copy: async (text) => {
      if (!(await writeClipboard(text))) return;
      setCopiedAtMs(Date.now());
      announce('Copied');
    },
  };
}

async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThroughSelection(text); // plain http has no clipboard API, and self-hosted often is plain http
  }
}

function copyThroughSelection(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  // An open dialog pulls the focus back from anything outside of it.
  (focused?.closest('[role=dialog]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
