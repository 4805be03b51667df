import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const TONES = {
  neutral: 'bg-active text-muted',
  accent: 'bg-accent-soft text-accent-text',
  danger: 'bg-danger-soft text-danger-text',
  outline: 'border border-border-strong text-muted',
} as const;

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: keyof typeof TONES;
}

/** Tags a thing with a word: its type, its role. A state of end of life is a `StatusBadge`. */
export function Badge({ tone = 'neutral', className, ...rest }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        TONES[tone],
        className,
      )}
      {...rest}
    />
  );
}
