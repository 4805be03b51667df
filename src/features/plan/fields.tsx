'use client';

import { useId } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { MAX_PLAN_NOTE, MAX_TICKET_LENGTH } from '@/domain/plan/plan';
import type { PlanSubject } from './types';

/** What a plan says, as the form holds it. */
export interface PlanValues {
  readonly targetProduct: string;
  readonly targetCycle: string;
  readonly dueOn: string;
  /** `person` or `team` with its id, as {@link whoValue} makes it, or `nobody`. */
  readonly owner: string;
  readonly ticket: string;
  readonly note: string;
  readonly started: boolean;
}

/** A person or a team as a choice of the form. */
export const whoValue = (kind: 'person' | 'team', id: string) => `${kind}:${id}`;

export type PlanFaults = Partial<Record<'targetCycle' | 'dueOn' | 'ticket', string>>;

interface PlanFieldsProps {
  subject: PlanSubject;
  values: PlanValues;
  faults: PlanFaults;
  onChange: (changes: Partial<PlanValues>) => void;
}

/** Asks where to, by when and who. */
export function PlanFields({ subject, values, faults, onChange }: PlanFieldsProps) {
  const cycles = useId();
  const people = [
    { value: 'nobody', label: 'Nobody yet' },
    ...subject.people.map(({ id, name }) => ({ value: whoValue('person', id), label: name })),
    ...subject.teams.map(({ id, name }) => ({
      value: whoValue('team', id),
      label: `Team ${name}`,
    })),
  ];
  return (
    <div className="grid min-w-0 gap-4 sm:grid-cols-2">
      <Field label="Move to the product">
        <Input
          value={values.targetProduct}
          maxLength={1_024}
          onChange={(event) => onChange({ targetProduct: event.target.value })}
        />
      </Field>
      <Field label="Its release cycle" required error={faults.targetCycle}>
        <Input
          value={values.targetCycle}
          maxLength={1_024}
          list={cycles}
          autoComplete="off"
          onChange={(event) => onChange({ targetCycle: event.target.value })}
        />
      </Field>
      <datalist id={cycles}>
        {subject.targets.map(({ name, label }) => (
          <option key={name} value={name} label={label} />
        ))}
      </datalist>
      <Field
        label="By"
        required
        hint="The last day on which it is still on time."
        error={faults.dueOn}
      >
        <Input
          type="date"
          value={values.dueOn}
          max="9999-12-31"
          onChange={(event) => onChange({ dueOn: event.target.value })}
        />
      </Field>
      <Field label="Who">
        <Select options={people} value={values.owner} onChange={(owner) => onChange({ owner })} />
      </Field>
      <Field
        label="Ticket"
        hint="Its address, with https."
        error={faults.ticket}
        className="sm:col-span-2"
      >
        <Input
          type="url"
          value={values.ticket}
          maxLength={MAX_TICKET_LENGTH}
          placeholder="https://tickets.example.com/SHOP-1312"
          onChange={(event) => onChange({ ticket: event.target.value })}
        />
      </Field>
      <Field label="Note" className="sm:col-span-2">
        <Textarea
          rows={3}
          value={values.note}
          maxLength={MAX_PLAN_NOTE}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </Field>
      <Checkbox
        label="The work has begun"
        checked={values.started}
        onCheckedChange={(started) => onChange({ started: started })}
      />
    </div>
  );
}
