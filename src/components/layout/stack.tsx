import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

/** Stacks the parts of a page. Wide parts scroll in themselves, never the page. */
export function Stack({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn('grid grid-cols-1 content-start gap-4 print:block print:space-y-4', className)}
    >
      {children}
    </div>
  );
}
