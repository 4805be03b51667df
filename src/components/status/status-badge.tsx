import type { ReactNode } from 'react';
import { STATUS_LABELS, STATUS_TINT, type Status } from './states';
import { StatusMark } from './status-mark';
import { cn } from '@/lib/cn';

export interface StatusBadgeProps {
  status: Status;
  /** Words of its own, such as a `RelativeDate`; else the name of the state. */
  children?: ReactNode;
  /** `plain` has no tint, for tables, where a tint on each row would shout; it takes a second line before anything is cut. */
  variant?: 'tinted' | 'plain';
  className?: string;
}

/** Shows a state of end of life by its mark and words. */
export function StatusBadge({ status, children, variant = 'tinted', className }: StatusBadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full min-w-0 gap-1.5 text-xs',
        variant === 'tinted'
          ? cn(
              'h-5 items-center rounded-sm px-1.5 font-medium whitespace-nowrap',
              STATUS_TINT[status],
            )
          : 'items-start py-0.5 whitespace-normal',
        className,
      )}
    >
      <StatusMark status={status} className="my-[calc((1lh-0.75rem)/2)]" />
      <span className={cn('min-w-0', variant === 'tinted' && 'truncate')}>
        {children ?? STATUS_LABELS[status]}
      </span>
    </span>
  );
}
