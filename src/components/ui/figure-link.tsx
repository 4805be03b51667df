import { Link } from './link';
import type { ReactNode } from 'react';
import { formatCount } from '@/lib/numbers';
import { cn } from '@/lib/cn';

export interface FigureLinkProps {
  /** Null: not counted yet. */
  value: number | null;
  /** The noun counted: "software cycles ended". */
  label: ReactNode;
  /** Opens exactly the list the number counts. */
  href: string;
  /** A mark before the number, or what changed below it. */
  mark?: ReactNode;
  detail?: ReactNode;
  className?: string;
}

/** Links a large number to the list it counts. */
export function FigureLink({ value, label, href, mark, detail, className }: FigureLinkProps) {
  return (
    <Link
      href={href}
      className={cn(
        'group grid content-start gap-0.5 bg-surface px-4 py-3 -outline-offset-2 transition-colors hover:bg-hover max-lg:px-3 sm:row-span-3 sm:grid-rows-subgrid',
        className,
      )}
    >
      <span className="flex items-start gap-1.5 text-xs text-muted *:[svg]:mt-0.5">
        {mark}
        {label}
      </span>
      <span
        data-numeric
        className="text-2xl font-semibold tracking-tight group-hover:text-accent-text"
      >
        {value === null ? <Pending /> : formatCount(value)}
      </span>
      {detail && <span className="text-xs text-muted">{detail}</span>}
    </Link>
  );
}

function Pending() {
  return (
    <>
      <span aria-hidden className="text-subtle">
        …
      </span>
      <span className="sr-only">Loading</span>
    </>
  );
}

/** Numbers side by side, in pairs on phones. They stand on one line, also where what is above them takes two. */
export function FigureRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-w-0 break-inside-avoid grid-cols-2 gap-px overflow-hidden rounded-md border bg-border *:last:odd:col-span-2 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:grid-rows-[auto_auto_auto] sm:*:last:odd:col-span-1">
      {children}
    </div>
  );
}
