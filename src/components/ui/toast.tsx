'use client';

import type { toast as Sonner } from 'sonner';
import dynamic from 'next/dynamic';

type Options = Parameters<typeof Sonner>[1];
type Toast = (message: string, options?: Options) => void;

/** Sonner's `toast`, fetched apart from the page's own scripts: most visits show no message. */
const sonner = () => import('sonner').then((module) => module.toast);

/**
 * Stays until it is closed: what can be undone there and nowhere else, and what did not work, with its reason. Whoever
 * hears the page, or reaches the message by keys, is not there within seconds.
 */
const LASTING = { duration: Infinity, closeButton: true } as const;

const withButton = (options: Options): Options =>
  options?.action === undefined ? options : { ...LASTING, ...options };

const plain: Toast = (message, options) =>
  void sonner().then((show) => show(message, withButton(options)));

/** The same once more takes the place of the one that still stands there, and is told anew. */
const failed: Toast = (message, options) =>
  void sonner().then((show) => {
    for (const shown of show.getToasts()) {
      if ('title' in shown && shown.title === message) show.dismiss(shown.id);
    }
    show.error(message, { ...LASTING, ...options });
  });

/** Shows a message about what was just done, in the corner that `Toaster` keeps. */
export const toast: Toast & Readonly<Record<'success' | 'info' | 'error', Toast>> = Object.assign(
  plain,
  {
    success: (message: string, options?: Options) =>
      void sonner().then((show) => show.success(message, withButton(options))),
    info: (message: string, options?: Options) =>
      void sonner().then((show) => show.info(message, withButton(options))),
    error: failed,
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
      // Above the bar of what is selected, too: a message that stays would lie over what is pressed there.
      offset={{ bottom: 'calc(var(--selection-bar-height, 0px) + 16px)', right: 16 }}
      mobileOffset={{
        bottom: 'calc(var(--bottom-bar-height) + var(--selection-bar-height, 0px) + 12px)',
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Close the message',
        classNames: {
          toast:
            // Toasts behind the front one show an edge only, until the pile is opened.
            'flex w-full items-start gap-3 font-sans data-[expanded=false]:data-[front=false]:overflow-hidden data-[expanded=false]:data-[front=false]:*:opacity-0 rounded-md bg-raised px-4 py-3 text-sm text-fg shadow-overlay focus-visible:outline-2! focus-visible:outline-offset-2! focus-visible:outline-accent-text! focus-visible:outline-solid! sm:w-90',
          content: 'grow grid gap-0.5',
          title: 'font-medium',
          description: 'text-muted',
          icon: 'mt-0.5 [&_svg]:size-4 text-muted',
          actionButton: 'shrink-0 font-medium text-accent-text hover:underline',
          cancelButton: 'shrink-0 text-muted hover:text-fg',
          // First in the document, last in the line.
          closeButton:
            'order-last -mt-0.5 -mr-2 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-active hover:text-fg pointer-coarse:size-8',
          error: '[&_[data-icon]]:text-danger-text',
        },
      }}
    />
  );
}
