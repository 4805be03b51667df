import type { toast as Sonner } from 'sonner';

type Toast = (...args: Parameters<typeof Sonner>) => void;
type Send = (sonner: typeof Sonner) => void;

const waiting: Send[] = [];
const listeners = new Set<() => void>();
const state: { sonner: typeof Sonner | null; wanted: boolean } = { sonner: null, wanted: false };

function send(message: Send): void {
  if (state.sonner) {
    message(state.sonner);
    return;
  }
  waiting.push(message);
  state.wanted = true;
  for (const notify of listeners) notify();
}

const plain: Toast = (...args) => send((sonner) => sonner(...args));

type Kind = 'success' | 'info' | 'error';

function ofKind(kind: Kind): Toast {
  return (...args) => send((sonner) => sonner[kind](...args));
}

/** Messages about what was just done. What shows them is fetched with the first one. */
export const toast: Toast & Readonly<Record<Kind, Toast>> = Object.assign(plain, {
  success: ofKind('success'),
  info: ofKind('info'),
  error: ofKind('error'),
});

/** Whether any message was sent yet. */
export function isToastWanted(): boolean {
  return state.wanted;
}

export function onToastWanted(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** Called by what shows messages, once it listens: hands it those that waited. */
export function deliverToasts(sonner: typeof Sonner): void {
  state.sonner = sonner;
  for (const message of waiting.splice(0)) message(sonner);
}
