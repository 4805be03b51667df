import type { ReactNode } from 'react';
import { NOT_MATCHED } from '@/domain/eol/words';
import { cn } from '@/lib/cn';

export interface NotMatchedProps {
  className?: string;
}

export interface NotMatchedMarkProps extends NotMatchedProps {
  /** Read aloud; leave out where it is also written. */
  label?: boolean;
}

/** Draws a question mark: nothing is known, which is none of the five states and looks like none of them. */
export function NotMatchedMark({ className, label = false }: NotMatchedMarkProps) {
  return (
    <svg
      viewBox="0 0 12 12"
      data-print="exact"
      className={cn('size-3 shrink-0 text-subtle', className)}
      {...(label ? { role: 'img', 'aria-label': NOT_MATCHED } : { 'aria-hidden': true })}
    >
      <path
        d="M3.4 4.1 A2.6 2.6 0 1 1 6 6.7 V7.9"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <circle cx="6" cy="10.4" r="1" fill="currentColor" />
    </svg>
  );
}

export interface NotMatchedBadgeProps extends NotMatchedProps {
  /** Words of its own: why nothing is known. */
  children?: ReactNode;
}

/** Says of something that it was not matched, or why nothing is known of it; long words take a second line. */
export function NotMatched({ className, children = NOT_MATCHED }: NotMatchedBadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full min-w-0 items-start gap-1.5 py-0.5 text-xs whitespace-normal text-muted',
        className,
      )}
    >
      <NotMatchedMark className="my-[calc((1lh-0.75rem)/2)]" />
      <span className="min-w-0">{children}</span>
    </span>
  );
}
