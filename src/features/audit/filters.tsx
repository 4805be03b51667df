'use client';

import type { Nullable } from 'nuqs';
import { ExportLink } from '@/components/data-table/export-link';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Input } from '@/components/ui/input';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { isFiltered, NO_FILTERS, type AuditParams } from './params';
import { actionWords } from './words';

export interface AuditFiltersProps {
  readonly params: AuditParams;
  /** Kinds of records to choose from. */
  readonly subjects: readonly { readonly value: string; readonly label: string }[];
  /** Link to the log as a file; absent where none is offered. */
  readonly exportHref?: string;
  readonly onChange: (changes: Partial<Nullable<AuditParams>>) => void;
}

/** Filters changes by actor, subject and day: days are those of UTC, while the list has the reader's times. */
export function AuditFilters({ params, subjects, exportHref, onChange }: AuditFiltersProps) {
  const { actor, action, from, to } = params;
  return (
    <FilterBar
      label="Filter the audit log"
      active={isFiltered(params)}
      onClear={() => onChange(NO_FILTERS)}
      trailing={exportHref !== undefined && <ExportLink href={exportHref} />}
    >
      <SearchInput
        label="Find a person or key"
        value={actor}
        onChange={(text) => onChange({ actor: text || null })}
      />
      <SelectFilter
        label="What"
        options={optionsWith(subjects, action)}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <DayInput
        label="From (UTC)"
        value={from}
        max={to}
        onChange={(day) => onChange({ from: day })}
      />
      <DayInput label="To (UTC)" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </FilterBar>
  );
}

/** Adds the action that the URL asks for to the kinds of records. */
function optionsWith(subjects: AuditFiltersProps['subjects'], action: string | null) {
  const isListed = subjects.some(({ value }) => value === action);
  if (action === null || isListed) return subjects;
  return [{ value: action, label: actionWords(action) }, ...subjects];
}

interface DayInputProps {
  readonly label: string;
  readonly value: Day | null;
  readonly min?: Day | null;
  readonly max?: Day | null;
  readonly onChange: (day: Day | null) => void;
}

function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <label className="flex items-center gap-1.5 text-sm text-muted">
      {label}
      <Input
        type="date"
        className="w-36 max-sm:w-44"
        value={value ?? ''}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChange(parseDay(event.target.value))}
      />
    </label>
  );
}
