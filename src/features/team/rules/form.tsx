'use client';

import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { SelectFilter } from '@/components/data-table/select-filter';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { countOf } from '@/lib/numbers';
import { ruleOf, type DraftRule } from './schema';

const KINDS = [
  { value: 'name', label: 'Name' },
  { value: 'label', label: 'Label' },
  { value: 'namespace', label: 'Namespace' },
  { value: 'codeowners', label: 'CODEOWNERS' },
] as const;

export interface TeamOption {
  readonly value: string;
  readonly label: string;
}

export interface RuleRowProps {
  draft: DraftRule;
  /** From 1. */
  place: number;
  isLast: boolean;
  teams: readonly TeamOption[];
  /** What the preview, or else the stored rule, gives; null: not known. */
  projects: number | null;
  onChange: (draft: DraftRule) => void;
  /** By so many places; 0 takes it away. */
  onMove: (by: -1 | 0 | 1) => void;
}

/** One rule as a sentence with parts to fill in: what of a project it looks at, and whose that makes it. */
export function RuleRow(props: RuleRowProps) {
  const { draft, place, teams, projects, onChange } = props;
  const isWhole = ruleOf(draft) !== null;
  return (
    <li
      aria-label={`Rule ${String(place)}`}
      className="grid min-w-0 gap-2 border-b px-3 py-2 last:border-b-0"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <span className="w-6 shrink-0 text-right text-muted tabular-nums">{place}.</span>
        <Select
          aria-label="Kind"
          options={KINDS}
          value={draft.kind}
          onChange={(kind) => onChange({ ...draft, kind })}
          className="w-36 max-sm:w-44 pointer-coarse:w-48"
        />
        <Patterns draft={draft} onChange={onChange} />
        {draft.kind !== 'codeowners' && (
          <SelectFilter
            label="Team"
            allLabel="None yet"
            options={teams}
            value={draft.teamId}
            onChange={(teamId) => onChange({ ...draft, teamId })}
          />
        )}
        <span className="ml-auto flex shrink-0 items-center gap-1">
          {projects !== null && (
            <span className="mr-2 text-xs text-muted">{countOf(projects, 'project')}</span>
          )}
          <Moves {...props} />
        </span>
      </div>
      {!isWhole && (
        <p className="pl-8 text-xs text-muted">Not whole yet: fill in the patterns and the team.</p>
      )}
    </li>
  );
}

function Patterns({ draft, onChange }: Pick<RuleRowProps, 'draft' | 'onChange'>) {
  const { kind, subject, pattern } = draft;
  const text = (label: string, field: 'subject' | 'pattern', placeholder: string) => (
    <Input
      aria-label={label}
      placeholder={placeholder}
      value={field === 'subject' ? subject : pattern}
      onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
      autoComplete="off"
      spellCheck={false}
      maxLength={255}
      className="w-44 grow font-mono sm:max-w-80 sm:text-xs"
    />
  );
  switch (kind) {
    case 'name':
      return text('Pattern of the project’s name', 'pattern', 'acme/*');
    case 'label':
      return (
        <>
          {text('Label', 'subject', 'team')}
          <span className="text-muted">is</span>
          {text('Pattern of its value', 'pattern', 'payments')}
        </>
      );
    case 'namespace':
      return (
        <>
          {text('Pattern of the namespace', 'pattern', 'payments-*')}
          <span className="text-muted">in</span>
          {text('Pattern of the cluster', 'subject', '*')}
        </>
      );
    case 'codeowners':
      return (
        <span className="text-sm text-muted">the team that the file names, by its handles</span>
      );
  }
}

function Moves({ place, isLast, onMove }: RuleRowProps) {
  const name = `rule ${String(place)}`;
  return (
    <>
      <IconButton
        label={`Move ${name} up`}
        size="sm"
        disabled={place === 1}
        onClick={() => onMove(-1)}
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={`Move ${name} down`} size="sm" disabled={isLast} onClick={() => onMove(1)}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={`Remove ${name}`} size="sm" onClick={() => onMove(0)}>
        <X aria-hidden />
      </IconButton>
    </>
  );
}
