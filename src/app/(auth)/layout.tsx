import type { ReactNode } from 'react';
import { Brand } from '@/components/layout/brand';

/** One narrow column, in the upper third where eyes land first; on phones from the top, so that forms fit. */
export default function AuthLayout({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-8 pb-10 sm:pt-[14vh]">
      <p className="mb-6 sm:mb-8">
        <Brand className="text-base" />
      </p>
      {children}
    </main>
  );
}
