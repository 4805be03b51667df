import { SegmentedFilter } from '@/components/data-table/segmented-filter';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import { STATUS_LABELS } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';

export interface StateFilterProps {
  /** Null: any. */
  value: EolState | null;
  onChange: (state: EolState | null) => void;
  /** How many rows each state would leave, once that is known. */
  counts: Readonly<Partial<Record<EolState, number>>> | undefined;
}

/** Offers the states of ends as choices, each with its count. */
export function StateFilter({ value, onChange, counts }: StateFilterProps) {
  return (
    <SegmentedFilter<EolState | 'all'>
      label="End of life"
      options={[
        { value: 'all', label: 'All' },
        ...EOL_STATES.map((state) => ({
          value: state,
          label: STATUS_LABELS[state],
          icon: <StatusMark status={state} />,
          count: counts?.[state],
        })),
      ]}
      value={value ?? 'all'}
      onChange={(chosen) => onChange(chosen === 'all' ? null : chosen)}
    />
  );
}
