'use client';

import { Plus, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { type CycleValues, emptyCycle, type FormFaults } from './values';

export interface CyclesFieldProps {
  cycles: readonly CycleValues[];
  faults: FormFaults;
  onChange: (cycles: readonly CycleValues[]) => void;
}

/** The release cycles, newest first: a row each. */
export function CyclesField({ cycles, faults, onChange }: CyclesFieldProps) {
  const change = (key: string, changes: Partial<CycleValues>) =>
    onChange(cycles.map((cycle) => (cycle.key === key ? { ...cycle, ...changes } : cycle)));
  const nextKey = String(Math.max(-1, ...cycles.map(({ key }) => Number(key))) + 1);
  return (
    <Card
      title="Release cycles"
      description="Newest first. Versions are matched with a cycle's name: 3.1 holds 3.1.4."
      actions={
        <Button size="sm" onClick={() => onChange([emptyCycle(nextKey), ...cycles])}>
          <Plus aria-hidden />
          Add a cycle
        </Button>
      }
      flush
    >
      {cycles.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">None yet: no version of it is recognized.</p>
      )}
      <ul>
        {cycles.map((cycle, index) => (
          <CycleRow
            key={cycle.key}
            cycle={cycle}
            faults={faults}
            path={`cycles.${String(index)}`}
            onChange={(changes) => change(cycle.key, changes)}
            onRemove={() => onChange(cycles.filter(({ key }) => key !== cycle.key))}
          />
        ))}
      </ul>
    </Card>
  );
}

interface CycleRowProps {
  cycle: CycleValues;
  faults: FormFaults;
  /** Where its faults are: `cycles.0`. */
  path: string;
  onChange: (changes: Partial<CycleValues>) => void;
  onRemove: () => void;
}

const DAYS = [
  ['releasedOn', 'Released'],
  ['activeUntil', 'Active support until'],
  ['supportedUntil', 'Supported until'],
  ['extendedUntil', 'Extended support until'],
] as const;

function CycleRow({ cycle, faults, path, onChange, onRemove }: CycleRowProps) {
  return (
    <li className="grid gap-3 border-b px-4 py-3 last:border-b-0">
      <div className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[minmax(7rem,1fr)_repeat(4,9.5rem)]">
        <Field label="Name" error={faults[`${path}.name`]} className="max-lg:col-span-2">
          <Input
            value={cycle.name}
            maxLength={255}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        {DAYS.map(([name, label]) => (
          <Field key={name} label={label} error={faults[`${path}.${name}`]}>
            <Input
              type="date"
              max="9999-12-31"
              value={cycle[name]}
              disabled={name === 'supportedUntil' && cycle.hasEnded}
              onChange={(event) => onChange({ [name]: event.target.value })}
            />
          </Field>
        ))}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        <Checkbox
          label="Long-term support"
          checked={cycle.lts}
          onCheckedChange={(lts) => onChange({ lts: lts === true })}
        />
        <Checkbox
          label="Ended, date unknown"
          checked={cycle.hasEnded}
          onCheckedChange={(hasEnded) =>
            onChange({
              hasEnded: hasEnded === true,
              ...(hasEnded === true && { supportedUntil: '' }),
            })
          }
        />
        <Button variant="ghost" size="sm" className="ml-auto" onClick={onRemove}>
          <Trash2 aria-hidden />
          Remove
          <VisuallyHidden> the cycle {cycle.name}</VisuallyHidden>
        </Button>
      </div>
    </li>
  );
}
