import type { ReactNode } from 'react';
import { Brand } from '@/components/layout/brand';

/** One narrow column, in the upper third where eyes land first. */
export default function AuthLayout({ children }: { readonly children: ReactNode }) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-sm flex-col px-4 pt-[14vh] pb-10">
      <p className="mb-8">
        <Brand className="text-base" />
      </p>
      {children}
    </main>
  );
}
