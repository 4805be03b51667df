import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

export interface FactListProps {
  facts: readonly { readonly label: string; readonly value: ReactNode }[];
  className?: string;
}

/** Names and values of one thing, in two columns. */
export function FactList({ facts, className }: FactListProps) {
  return (
    <dl
      className={cn(
        'grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2 text-sm',
        className,
      )}
    >
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
