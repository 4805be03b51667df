'use client';

import { WhoToAsk } from '@/features/first-use/who-to-ask';
import { SectionHead } from './section-head';

/** A section that the reader's role does not show, opened by its address. */
export function NotForYou({ title }: { readonly title: string }) {
  return (
    <section className="grid gap-2">
      <SectionHead title={title} />
      <WhoToAsk forWhat="settings" />
    </section>
  );
}
