'use client';

import type { Nullable } from 'nuqs';
import { ExportLink } from '@/components/data-table/export-link';
import { FilterBar } from '@/components/data-table/filter-bar';
import { SearchInput } from '@/components/data-table/search-input';
import { SelectFilter } from '@/components/data-table/select-filter';
import { Input } from '@/components/ui/input';
import { parseDay, type Day } from '@/domain/eol/calendar';
import { actionWords, SUBJECT_OPTIONS } from './action-words';
import { auditExportHref, isFiltered, NO_FILTERS, type AuditParams } from './search-params';

export interface AuditFiltersProps {
  readonly params: AuditParams;
  readonly onChange: (changes: Partial<Nullable<AuditParams>>) => void;
}

/** Whose changes, to what, and when. */
export function AuditFilters({ params, onChange }: AuditFiltersProps) {
  const { actor, action, from, to } = params;
  return (
    <FilterBar
      label="Filter the audit log"
      active={isFiltered(params)}
      onClear={() => onChange(NO_FILTERS)}
      trailing={<ExportLink href={auditExportHref(params)} />}
    >
      <SearchInput
        label="Find who"
        value={actor}
        onChange={(text) => onChange({ actor: text || null })}
      />
      <SelectFilter
        label="What"
        options={optionsWith(action)}
        value={action}
        onChange={(chosen) => onChange({ action: chosen })}
      />
      <DayInput label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <DayInput label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </FilterBar>
  );
}

/** The kinds of things that are changed; and the one action that an address asks for. */
function optionsWith(action: string | null) {
  const isListed = SUBJECT_OPTIONS.some(({ value }) => value === action);
  if (action === null || isListed) return SUBJECT_OPTIONS;
  return [{ value: action, label: actionWords(action) }, ...SUBJECT_OPTIONS];
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
        className="w-36"
        value={value ?? ''}
        min={min ?? undefined}
        max={max ?? undefined}
        onChange={(event) => onChange(parseDay(event.target.value))}
      />
    </label>
  );
}
