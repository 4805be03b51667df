'use client';

import { useId } from 'react';
import { Controller } from 'react-hook-form';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { afterPress, ProblemLine, problemProps } from '@/features/policy/form/eol/fields';
import type { SentenceFormProps } from '@/features/policy/form/eol/form';

const STARTS = [
  { value: 'now', label: 'starting now' },
  { value: 'later', label: 'but not before' },
] as const;

const ESTIMATES = [
  { value: 'no', label: 'unless it is an estimate' },
  { value: 'yes', label: 'also where it is an estimate' },
] as const;

/** Whether builds fail of what nobody says has ended, and that is older than what has. */
function EstimatePart({ form }: Pick<SentenceFormProps, 'form'>) {
  return (
    <>
      {' '}
      <Controller
        control={form.control}
        name="denyEstimates"
        render={({ field }) => (
          <Select
            aria-label="Whether estimates fail builds"
            options={ESTIMATES}
            value={field.value ? 'yes' : 'no'}
            onChange={(which) => field.onChange(which === 'yes')}
            className="w-auto"
          />
        )}
      />
    </>
  );
}

/** From when builds may fail at all: the end of a sentence that says that they do. */
export function StartPart({ form, values, problems }: SentenceFormProps) {
  const id = useId();
  return (
    <Controller
      control={form.control}
      name="start"
      render={({ field: { value, onChange, onBlur } }) => (
        <>
          <Select
            aria-label="From when builds may fail"
            options={STARTS}
            value={value.isLater ? 'later' : 'now'}
            onChange={(next) => onChange({ ...value, isLater: next === 'later' })}
            className="w-auto"
          />
          {value.isLater && ' '}
          {value.isLater && (
            <Input
              type="date"
              aria-label="First day on which builds may fail"
              value={value.date}
              onChange={(event) => onChange({ ...value, date: event.target.value })}
              onBlur={afterPress(onBlur)}
              className="w-40"
              {...problemProps(id, problems.start)}
            />
          )}
          {values.deny.kind !== 'never' && <EstimatePart form={form} />}.
          <ProblemLine id={id} problem={problems.start} />
        </>
      )}
    />
  );
}
