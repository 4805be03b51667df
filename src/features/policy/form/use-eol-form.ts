'use client';

import { useMemo, useState } from 'react';
import type { PolicyBody, PolicyRecord } from '../policy-types';
import { bodyOf, fieldsOf, formOf, NEW_FORM, type EolForm } from './eol-form';
import { problemsIn, type PolicyPart, type Problems } from './problems';

/** What is told when a part is left moves what is below: not under a press that left it. */
const PRESS_MS = 250;

const ALL_PARTS: readonly PolicyPart[] = [
  'project',
  'product',
  'operator',
  'cycle',
  'warn',
  'deny',
  'whole',
];

export interface EolFormState {
  readonly form: EolForm;
  readonly change: (changes: Partial<EolForm>) => void;
  /** The policy that the form says; null while it says none. The same object as long as it says the same. */
  readonly body: PolicyBody | null;
  /** What is wrong, of the parts that were left. */
  readonly problems: Problems;
  readonly leave: (part: PolicyPart) => void;
  /** Tells everything that is wrong. */
  readonly leaveAll: () => void;
}

/** The state of an EOL policy's form. */
export function useEolForm(policy: PolicyRecord | null): EolFormState {
  const [form, setForm] = useState(() => (policy ? formOf(policy) : NEW_FORM));
  const [left, setLeft] = useState<readonly PolicyPart[]>([]);
  const wrong = useMemo(() => problemsIn(form), [form]);
  const body = useMemo(
    () => (Object.keys(wrong).length === 0 ? bodyOf(fieldsOf(form)) : null),
    [form, wrong],
  );
  const told = Object.entries(wrong).filter(
    // What is wrong between two parts shows at once: nobody is still typing the other one.
    ([part, problem]) => left.some((one) => one === part) || problem.startsWith('Builds would'),
  );
  return {
    form,
    change: (changes) => setForm((known) => ({ ...known, ...changes })),
    body,
    problems: Object.fromEntries(told),
    leave: (part) => window.setTimeout(() => setLeft((known) => [...known, part]), PRESS_MS),
    leaveAll: () => setLeft(ALL_PARTS),
  };
}
