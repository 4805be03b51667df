import type { SegmentOption } from '@/components/data-table/segmented-filter';
import { STATUS_LABELS, STATUS_SHORT_LABELS } from '@/components/status/states';
import { StatusMark } from '@/components/status/status-mark';
import { EOL_STATES, type EolState } from '@/domain/eol/proximity';
import { searchText } from '@/lib/page-params';
import type { SoftwareParams } from './search-params';

/** The states, each with how much software it would leave; without numbers while they are loaded. */
export function stateOptions(
  states: Readonly<Partial<Record<EolState, number>>> | undefined,
): readonly SegmentOption<EolState | 'all'>[] {
  return [
    { value: 'all', label: 'All' },
    ...EOL_STATES.map((state) => ({
      value: state,
      label: STATUS_SHORT_LABELS[state],
      icon: <StatusMark status={state} />,
      count: states?.[state],
    })),
  ];
}

/** What the filters ask for, to say that nothing answers to it. */
export function describeFilters({ q, state, type, product, project }: SoftwareParams): string {
  const text = searchText(q);
  const conditions = [
    text && `“${text}”`,
    state && STATUS_LABELS[state],
    type && `the type ${type}`,
    product,
    project !== null && 'this project',
  ].filter(Boolean);
  return `No software matches ${conditions.join(' and ')}.`;
}
