'use client';

import { Controller } from 'react-hook-form';
import { Select } from '@/components/ui/select';
import { failsOfPackages } from '@/features/policy/form/eol/values';
import { StartPart } from '@/features/policy/form/eol/start/fields';
import type { SentenceFormProps } from '@/features/policy/form/eol/form';
import { DEPRECATED_WORDS } from '@/features/policy/sentence/words';

const CLAUSES = [
  { value: 'none', label: 'neither warn nor fail' },
  { value: 'WARN', label: 'warn' },
  { value: 'DENY', label: 'fail' },
] as const;

/** What builds do about packages that registries speak against, and of stale lines: a sentence of its own. */
export function PackagesPart(props: SentenceFormProps) {
  const { form, values } = props;
  // A policy on one product is about cycles.
  if (values.scope === 'software') return null;
  const isEnd = !failsOfPackages(values) || values.deny.kind !== 'never';
  return (
    <p className="mt-2">
      Builds{' '}
      <Controller
        control={form.control}
        name="deprecated"
        render={({ field: { value, onChange } }) => (
          <Select
            aria-label="Deprecated packages"
            options={CLAUSES}
            value={value}
            onChange={onChange}
            className="w-auto"
          />
        )}
      />{' '}
      for packages {DEPRECATED_WORDS}, and{' '}
      <Controller
        control={form.control}
        name="stale"
        render={({ field: { value, onChange } }) => (
          <Select
            aria-label="Packages of a stale line"
            options={CLAUSES}
            value={value}
            onChange={onChange}
            className="w-auto"
          />
        )}
      />{' '}
      for packages of a stale line (an estimate){isEnd ? '.' : ', '}
      {!isEnd && <StartPart {...props} />}
    </p>
  );
}
