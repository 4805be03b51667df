'use client';

import { ENDED_UNDATED } from '@/domain/eol/words';
import { Plus, Trash2 } from 'lucide-react';
import { Controller, useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import type { ProductForm } from '@/features/catalog/own/form';
import { type CycleValues, emptyCycle } from '@/features/catalog/own/values';

export interface CyclesFieldProps {
  form: ProductForm;
}

/** The release cycles, newest first: a row each. */
export function CyclesField({ form }: CyclesFieldProps) {
  const { fields, prepend, remove } = useFieldArray({ control: form.control, name: 'cycles' });
  return (
    <Card
      title="Release cycles"
      description="Newest first. Versions are matched with a cycle's name: 3.1 holds 3.1.4."
      actions={
        <Button size="sm" onClick={() => prepend(emptyCycle(), { shouldFocus: false })}>
          <Plus aria-hidden />
          Add a cycle
        </Button>
      }
      flush
    >
      {fields.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">None yet: no version of it is recognized.</p>
      )}
      <ul>
        {fields.map((cycle, index) => (
          <CycleRow
            key={cycle.id}
            form={form}
            cycle={cycle}
            index={index}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
    </Card>
  );
}

interface CycleRowProps extends CyclesFieldProps {
  /** The cycle as the row begins with it. */
  cycle: CycleValues;
  index: number;
  onRemove: () => void;
}

const DAYS = [
  ['releasedOn', 'Released'],
  ['activeUntil', 'Active support until'],
  ['supportedUntil', 'Supported until'],
  ['extendedUntil', 'Extended support until'],
] as const;

function CycleRow({ form, cycle, index, onRemove }: CycleRowProps) {
  const { control, register, setValue, formState } = form;
  const path = `cycles.${index}` as const;
  const errors = formState.errors.cycles?.[index];
  const [name, hasEnded] = useWatch({ control, name: [`${path}.name`, `${path}.hasEnded`] });
  return (
    <li className="grid gap-3 border-b px-4 py-3 last:border-b-0">
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(7rem,1fr)_repeat(4,9.5rem)]">
        <Field label="Name" error={errors?.name?.message} className="max-lg:col-span-2">
          <Input {...register(`${path}.name`)} defaultValue={cycle.name} maxLength={255} />
        </Field>
        {DAYS.map(([day, label]) => (
          <Field key={day} label={label} error={errors?.[day]?.message}>
            <Input
              {...register(`${path}.${day}`)}
              defaultValue={cycle[day]}
              type="date"
              max="9999-12-31"
              disabled={day === 'supportedUntil' && hasEnded}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <Controller
          control={control}
          name={`${path}.lts`}
          render={({ field }) => (
            <Checkbox
              label="Long-term support"
              checked={field.value}
              onCheckedChange={(lts) => field.onChange(lts)}
            />
          )}
        />
        <Controller
          control={control}
          name={`${path}.hasEnded`}
          render={({ field }) => (
            <Checkbox
              label={ENDED_UNDATED}
              checked={field.value}
              onCheckedChange={(ended) => {
                field.onChange(ended);
                if (ended) setValue(`${path}.supportedUntil`, '');
              }}
            />
          )}
        />
        <Button variant="ghost" size="sm" className="ml-auto" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove
          <VisuallyHidden> the cycle {name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
