'use client';

import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { formatDay } from '@/lib/dates';
import { EXPIRY_CHOICES, expiryDay, type ExpiryChoice } from './expiry';

export interface ExpiryFieldsProps {
  readonly choice: ExpiryChoice;
  readonly day: string;
  readonly today: string;
  readonly problem: string | null;
  readonly onChoice: (choice: ExpiryChoice) => void;
  readonly onDay: (day: string) => void;
}

/** How long a key holds: a few usual terms, or a day. */
export function ExpiryFields(props: ExpiryFieldsProps) {
  const { choice, day, today, problem, onChoice, onDay } = props;
  const ends = expiryDay(choice, day, today);
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      <Field
        label="Expires"
        hint={ends ? `It works until the end of ${formatDay(ends)} (UTC).` : undefined}
      >
        <Select options={EXPIRY_CHOICES} value={choice} onChange={onChoice} />
      </Field>
      {choice === 'day' && (
        <Field label="Last day" error={problem}>
          <Input
            type="date"
            min={today}
            value={day}
            onChange={(event) => onDay(event.target.value)}
          />
        </Field>
      )}
    </div>
  );
}
