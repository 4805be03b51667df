import type { ReactNode } from 'react';

export interface StepProps {
  number: number;
  title: string;
  children: ReactNode;
}

/** One of a few things to do, in their order. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid min-w-0 grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden
        className="grid size-6 place-items-center rounded-full border border-border-strong text-xs font-medium text-muted"
      >
        {number}
      </span>
      <div className="grid min-w-0 gap-3">
        <h2 className="leading-6 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}
