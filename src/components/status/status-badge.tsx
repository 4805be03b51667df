import type { ReactNode } from 'react';
import { STATUS_LABELS, STATUS_TINT, type Status } from './states';
import { StatusMark } from './status-mark';
import { cn } from '@/lib/cn';

export interface StatusBadgeProps {
  status: Status;
  /** Words of its own, such as a `RelativeDate`; else the name of the state. */
  children?: ReactNode;
  /** `plain` has no tint: for tables, where a tint on each row would shout. */
  variant?: 'tinted' | 'plain';
  className?: string;
}

/** A state of end of life: its mark and its words. */
export function StatusBadge({ status, children, variant = 'tinted', className }: StatusBadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 max-w-full min-w-0 items-center gap-1.5 text-xs whitespace-nowrap',
        variant === 'tinted' && cn('rounded-sm px-1.5 font-medium', STATUS_TINT[status]),
        className,
      )}
    >
      <StatusMark status={status} />
      <span className="min-w-0 truncate">{children ?? STATUS_LABELS[status]}</span>
    </span>
  );
}
