'use client';

import { Check, Copy } from 'lucide-react';
import { Button, type ButtonProps } from './button';
import { Tooltip } from './tooltip';
import { useCopy } from '@/lib/use-copy';
import { cn } from '@/lib/cn';

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children' | 'value'> {
  /** The text that is copied. */
  value: string;
  /** The accessible name: "Copy the digest". */
  label?: string;
  /** Shows the word next to the icon. */
  withText?: boolean;
}

/** Copies a text and says so. */
export function CopyButton({
  value,
  label = 'Copy',
  withText = false,
  variant = 'ghost',
  size = 'sm',
  className,
  ...rest
}: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const button = (
    <Button
      variant={variant}
      size={size}
      aria-label={label}
      className={cn(!withText && (size === 'sm' ? 'w-7 px-0' : 'w-8 px-0'), className)}
      onClick={() => void copy(value)}
      {...rest}
    >
      {copied ? <Check aria-hidden className="text-status-later-fg" /> : <Copy aria-hidden />}
      {withText && <span aria-hidden>{copied ? 'Copied' : 'Copy'}</span>}
    </Button>
  );
  return withText ? button : <Tooltip content={copied ? 'Copied' : label}>{button}</Tooltip>;
}
