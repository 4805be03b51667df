import type { ComponentProps } from 'react';
import { LoaderCircle } from 'lucide-react';
import { Slot } from 'radix-ui';
import { cn } from '@/lib/cn';

const VARIANTS = {
  primary: 'bg-accent text-accent-fg hover:bg-accent-hover',
  secondary: 'border border-border-strong bg-surface text-fg hover:bg-hover active:bg-active',
  ghost: 'text-muted hover:bg-hover hover:text-fg active:bg-active',
  danger: 'bg-danger text-danger-fg hover:bg-danger-hover',
  /** Asks before it does anything, and so is as calm as its neighbours until it is meant. */
  'danger-quiet':
    'border border-border-strong bg-surface text-muted hover:border-danger-text hover:bg-danger-soft hover:text-danger-text focus-visible:text-danger-text',
} as const;

const SIZES = {
  sm: 'h-7 px-2 text-xs',
  md: 'h-8 px-3 text-sm',
  lg: 'h-10 px-4 text-base',
} as const;

export type ButtonVariant = keyof typeof VARIANTS;
export type ButtonSize = keyof typeof SIZES;

/** Returns the classes of a button, for the rare element that cannot be one. */
export function buttonClass(
  variant: ButtonVariant = 'secondary',
  size: ButtonSize = 'md',
  className?: string,
): string {
  return cn(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 print:hidden pointer-coarse:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Keeps the label, shows a spinner and takes no further press. */
  loading?: boolean;
  /** Gives the look to the single child, usually a link. */
  asChild?: boolean;
}

/** A button for an action. For an address, give it a link with `asChild`. */
export function Button({
  variant,
  size,
  loading = false,
  asChild = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  const classes = buttonClass(variant, size, className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type="button"
      className={classes}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      {loading && <LoaderCircle aria-hidden className="animate-spin" />}
      {children}
    </button>
  );
}
