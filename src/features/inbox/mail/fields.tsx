'use client';

import { useId, useSyncExternalStore } from 'react';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { HOUR_OPTIONS } from './words';

export interface HourFieldProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (hour: number) => void;
  readonly options?: typeof HOUR_OPTIONS;
}

/** Asks for an hour of the day. */
export function HourField({ label, value, onChange, options = HOUR_OPTIONS }: HourFieldProps) {
  return (
    <Field label={label}>
      <Select options={options} value={String(value)} onChange={(hour) => onChange(Number(hour))} />
    </Field>
  );
}

export interface TimeZoneFieldProps {
  /** "" is that of the organization. */
  readonly value: string;
  readonly onChange: (zone: string) => void;
  /** What holds where it is empty. */
  readonly fallback: string;
  readonly error: string | undefined;
}

/** Asks for a time zone by name, and offers those that the browser knows. */
export function TimeZoneField({ value, onChange, fallback, error }: TimeZoneFieldProps) {
  const listId = useId();
  return (
    <>
      <Field
        label="Time zone"
        hint={`Such as Europe/Berlin. Empty: ${fallback}, as for the whole organization.`}
        error={error}
      >
        <Input
          list={listId}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
        />
      </Field>
      <datalist id={listId}>
        {useBrowser(knownZones, NONE).map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

const NONE: readonly string[] = [];
let zones: readonly string[] | null = null;

function knownZones(): readonly string[] {
  zones ??= Intl.supportedValuesOf('timeZone');
  return zones;
}

/** Reads something of the browser that never changes; until it is one, what stands for it. */
function useBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(
    () => () => undefined,
    read,
    () => before,
  );
}

/** The time zone of the browser; null while that is not known. */
export function useBrowserZone(): string | null {
  return useBrowser(browserZone, null);
}

function browserZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
