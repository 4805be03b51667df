'use client';

import { useEffect, useRef, type RefObject } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { faultsOf } from '@/trpc/query-client';

/** Type of the errors that the server found, apart from those of the form's own schema. */
export const SERVER_ERROR = 'server';

export interface ServerErrorTargets<Field extends string> {
  /** Field that a fault is about, by where the server found it; null leaves the fault out. */
  readonly fieldOf: (loc: readonly (string | number)[]) => Field | null;
  /** Words for a fault; the server's own unless given. */
  readonly wordsOf?: (message: string) => string;
}

/**
 * Sets the faults that a call was refused for as errors of a form's fields: the first one of each field.
 *
 * @param setError that of react-hook-form
 */
export function setServerErrors<Field extends string>(
  setError: (field: Field, error: { type: string; message: string }) => void,
  error: unknown,
  { fieldOf, wordsOf = String }: ServerErrorTargets<Field>,
): void {
  const messages = new Map<Field, string>();
  for (const { loc, msg } of faultsOf(error)) {
    const field = fieldOf(loc);
    if (field !== null && !messages.has(field)) messages.set(field, wordsOf(msg));
  }
  for (const [field, message] of messages) setError(field, { type: SERVER_ERROR, message });
}

/** Finds a fault of the password, where only the server can tell whether it will do. */
export function passwordIn(loc: readonly (string | number)[]): 'password' | null {
  return loc.at(-1) === 'password' ? 'password' : null;
}

/**
 * Focuses the first field marked as wrong after each submission that was stopped. For forms whose fields come and
 * go: react-hook-form itself focuses in the order in which fields were registered, not in that of the page.
 *
 * @param submitCount that of the form's state
 * @returns ref for the form
 */
export function useFocusOnError(submitCount: number): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (submitCount > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [submitCount]);
  return form;
}

/**
 * Returns a form's values, and checks the whole form after each change: for forms in which what stands in one field
 * makes another one wrong. react-hook-form itself checks the changed field alone.
 */
export function useCheckedValues<Values extends FieldValues, Output>({
  control,
  trigger,
}: UseFormReturn<Values, unknown, Output>): Values {
  const values = useWatch({ control, compute: (all: Values) => ({ ...all }) });
  useEffect(() => void trigger(), [values, trigger]);
  return values;
}
