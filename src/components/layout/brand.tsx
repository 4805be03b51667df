import { cn } from '@/lib/cn';

/** The product's mark, a sun that goes under: as in `app/icon.svg`. Silent: the name stands beside it, or its link has one. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('size-6 shrink-0', className)}>
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path d="M8 19a8 8 0 0 1 16 0Z" className="fill-accent-fg" />
      <path
        d="M6 23h20M10 27h12"
        strokeWidth="2"
        strokeLinecap="round"
        className="stroke-accent-fg"
      />
    </svg>
  );
}

/** The product's mark and name. */
export function Brand({ className }: { className?: string }) {
  return (
    <span className={cn('inline-flex items-center gap-2 font-semibold tracking-tight', className)}>
      <Mark />
      Eventide
    </span>
  );
}
