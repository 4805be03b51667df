import type { ComponentProps } from 'react';
import { FIELD_CLASS } from './input';
import { cn } from '@/lib/cn';

/** Several lines of text, growing with what is written. Give it its label with `Field`. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn(FIELD_CLASS, 'field-sizing-content min-h-20 resize-y py-1.5', className)}
      {...rest}
    />
  );
}
