'use client';

import dynamic from 'next/dynamic';

const Sonner = dynamic(() => import('sonner').then((module) => module.Toaster), { ssr: false });

/** Shows messages about what was just done. Send them with `toast`. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      offset={16}
      mobileOffset={{ bottom: 'calc(var(--bottom-bar-height) + 12px)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            // What lies behind the front one shows an edge only, until the pile is opened.
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
