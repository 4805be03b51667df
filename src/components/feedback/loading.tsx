import { Skeleton } from '@/components/ui/skeleton';
import { cn } from '@/lib/cn';

export interface LoadingProps {
  /** The accessible name: "Loading images". */
  label: string;
  rows?: number;
  columns?: number;
}

// Bars of one length look like a ruled page; these repeat too slowly to be noticed.
const WIDTHS = ['w-3/5', 'w-2/5', 'w-1/2', 'w-3/4', 'w-1/3', 'w-2/3', 'w-1/2'] as const;

/** Stands in for a table while its first rows load, at the height it will have. */
export function Loading({ label, rows = 10, columns = 5 }: LoadingProps) {
  return (
    <div role="status" className="rounded-md border bg-surface">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows + 1 }, (_, row) => (
        <div key={row} className="flex h-9 items-center gap-6 border-b px-3 last:border-b-0">
          {Array.from({ length: columns }, (_, column) => (
            <div
              key={column}
              className={cn('flex-1', column === 0 && 'flex-2', column > 1 && 'max-sm:hidden')}
            >
              <Skeleton
                className={cn(row === 0 ? 'w-1/4' : WIDTHS[(row * 3 + column * 2) % WIDTHS.length])}
              />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
