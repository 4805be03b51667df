'use client';

import type { toast as Sonner } from 'sonner';
import dynamic from 'next/dynamic';

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

const SonnerToaster = dynamic(() => import('sonner').then((module) => module.Toaster), {
  ssr: false,
});

/** Shows messages about what was just done. Send them with `toast`. */
export function Toaster() {
  return (
    <SonnerToaster
      position="bottom-right"
      offset={16}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar-height) + 12px)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            // Toasts behind the front one show an edge only, until the pile is opened.
            'flex w-full items-start gap-3 font-sans data-[expanded=false]:data-[front=false]:overflow-hidden data-[expanded=false]:data-[front=false]:*:opacity-0 rounded-md bg-raised px-4 py-3 text-sm text-fg shadow-overlay sm:w-90',
          content: 'grow grid gap-0.5',
          title: 'font-medium',
          description: 'text-muted',
          icon: 'mt-0.5 [&_svg]:size-4 text-muted',
          actionButton: 'shrink-0 font-medium text-accent-text hover:underline',
          cancelButton: 'shrink-0 text-muted hover:text-fg',
          error: '[&_[data-icon]]:text-danger-text',
        },
      }}
    />
  );
}
