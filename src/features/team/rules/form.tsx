'use client';

import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import type { ChoicesRead } from '@/components/data-table/choices-coming';
import { SelectFilter } from '@/components/data-table/select-filter';
import { IconButton } from '@/components/ui/icon-button';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { countOf } from '@/lib/numbers';
import { useTRPC } from '@/trpc/client';
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
  /** While the teams are not there yet. */
  teamsRead: ChoicesRead | null;
  /** What the preview, or else the stored rule, gives; null: not known. */
  projects: number | null;
  onChange: (draft: DraftRule) => void;
  /** By so many places; 0 takes it away. */
  onMove: (by: -1 | 0 | 1) => void;
}

/** One rule as a sentence with parts to fill in: what of a project it looks at, and whose that makes it. */
export function RuleRow(props: RuleRowProps) {
  const { draft, place, teams, teamsRead, projects, onChange } = props;
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
            read={teamsRead}
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

type PatternsProps = Pick<RuleRowProps, 'draft' | 'onChange'>;

function Patterns({ draft, onChange }: PatternsProps) {
  const field = { draft, onChange };
  switch (draft.kind) {
    case 'name':
      return (
        <PatternField
          {...field}
          label="Pattern of the project’s name"
          of="pattern"
          placeholder="acme/*"
        />
      );
    case 'label':
      return <LabelPatterns {...field} />;
    case 'namespace':
      return (
        <>
          <PatternField
            {...field}
            label="Pattern of the namespace"
            of="pattern"
            placeholder="payments-*"
          />
          <span className="text-muted">in</span>
          <PatternField {...field} label="Pattern of the cluster" of="subject" placeholder="*" />
        </>
      );
    case 'codeowners':
      return (
        <span className="text-sm text-muted">the team that the file names, by its handles</span>
      );
  }
}

interface PatternFieldProps extends PatternsProps {
  label: string;
  of: 'subject' | 'pattern';
  placeholder: string;
  /** Id of the list of suggestions. */
  list?: string;
}

function PatternField({ draft, onChange, label, of, ...input }: PatternFieldProps) {
  return (
    <Input
      {...input}
      aria-label={label}
      value={draft[of]}
      onChange={(event) => onChange({ ...draft, [of]: event.target.value })}
      autoComplete="off"
      spellCheck={false}
      maxLength={255}
      className="w-44 grow font-mono sm:max-w-80 sm:text-xs"
    />
  );
}

/** Asks for a label and its value, and offers those that images have. */
function LabelPatterns(field: PatternsProps) {
  const listId = useId();
  const found = useQuery(useTRPC().image.labels.queryOptions());
  const labels = found.data?.labels ?? {};
  const values = Object.hasOwn(labels, field.draft.subject) ? labels[field.draft.subject] : [];
  return (
    <>
      <PatternField {...field} label="Label" of="subject" placeholder="team" list={listId} />
      <span className="text-muted">is</span>
      <PatternField
        {...field}
        label="Pattern of its value"
        of="pattern"
        placeholder="payments"
        list={`${listId}-values`}
      />
      <datalist id={listId}>
        {Object.keys(labels).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <datalist id={`${listId}-values`}>
        {values?.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </>
  );
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
