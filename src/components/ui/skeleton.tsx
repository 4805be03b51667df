import { cn } from '@/lib/cn';

/** A grey bar in place of loading content; waits 150 ms, since most answers are faster. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cn('block h-3 animate-appear', className)}>
      <span className="block size-full animate-pulse rounded-sm bg-active" />
    </span>
  );
}
