'use client';

import { cloneElement, useId, type ReactElement, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { cn } from '@/lib/cn';

interface ControlProps {
  id?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
  'aria-required'?: boolean;
}

export interface FieldProps {
  label: ReactNode;
  /** One line on the expected input, when the label alone does not say it. */
  hint?: ReactNode;
  /** The fault and its remedy; announced when it appears. */
  error?: ReactNode;
  required?: boolean;
  className?: string;
  /** One control that passes `id` and `aria-*` on to its element. */
  children: ReactElement<ControlProps>;
}

/** A label, its control, a hint and the error, tied together for screen readers. */
export function Field({ label, hint, error, required, className, children }: FieldProps) {
  const ownId = useId();
  const id = children.props.id ?? ownId;
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean);
  return (
    <div className={cn('grid min-w-0 grid-cols-1 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-sm font-medium wrap-anywhere">
        {label}
        {required && <span className="ml-1 font-normal text-subtle">required</span>}
      </label>
      {cloneElement(children, {
        id,
        'aria-describedby': described.join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs wrap-anywhere text-muted">
          {hint}
        </p>
      )}
      {/* Always there, since a live region that appears together with its text is not read. */}
      <p
        id={`${id}-error`}
        aria-live="polite"
        className="flex items-start gap-1.5 text-xs text-danger-text empty:-mt-1.5"
      >
        {error && <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />}
        {error}
      </p>
    </div>
  );
}
