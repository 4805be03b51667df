import type { toast as Sonner } from 'sonner';

type Toast = (...args: Parameters<typeof Sonner>) => void;

/** Sonner's `toast`, fetched apart from the page's own scripts: most visits show no message. */
const sonner = () => import('sonner').then((module) => module.toast);
const plain: Toast = (...args) => void sonner().then((toast) => toast(...args));

/** Shows a message about what was just done, in the corner that `Toaster` keeps. */
export const toast: Toast & Readonly<Record<'success' | 'info' | 'error', Toast>> = Object.assign(
  plain,
  {
    success: (...args: Parameters<Toast>) => void sonner().then((it) => it.success(...args)),
    info: (...args: Parameters<Toast>) => void sonner().then((it) => it.info(...args)),
    error: (...args: Parameters<Toast>) => void sonner().then((it) => it.error(...args)),
  },
);
