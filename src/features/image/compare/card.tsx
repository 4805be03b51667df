import { useId, type ReactNode } from 'react';
import { SectionHead } from '@/components/layout/section-head';

export interface SectionProps {
  title: string;
  description: string;
  children: ReactNode;
}

/** A part of a comparison, with how much is in it. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-2">
      <SectionHead id={id} title={title} description={description} />
      {children}
    </section>
  );
}

/** Stands in for a list that holds nothing, and says why. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="rounded-md border bg-surface px-3 py-2 text-sm text-muted">{children}</p>;
}
