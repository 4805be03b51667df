'use client';

import { cloneElement, useId, type ReactElement } from 'react';

interface ControlProps {
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

export interface PartProps {
  /** What is wrong with it, in words; told below it and read out when it appears. */
  problem?: string | undefined;
  /** One control that has its own label and passes `aria-*` on to its element. */
  children: ReactElement<ControlProps>;
}

/** A part of a sentence that can be changed, in line with the words around it. */
export function Part({ problem, children }: PartProps) {
  const id = useId();
  return (
    <span className="inline-grid max-w-full align-baseline">
      {cloneElement(children, {
        'aria-invalid': problem ? true : undefined,
        'aria-describedby': problem ? id : undefined,
      })}
      <span
        id={id}
        aria-live="polite"
        className="max-w-64 pt-0.5 text-xs leading-4 text-danger-text empty:pt-0"
      >
        {problem}
      </span>
    </span>
  );
}
