import type { Day } from '@/domain/eol/calendar';
import { statesAsOf, type EolState } from '@/domain/eol/proximity';
import type { ImageFinding } from '../image-types';

/** How an image's software is grouped: by state, with what ended on an unknown day apart. */
const GROUPS = ['ended', 'undated', 'soon', 'next', 'later', 'unknown'] as const;
export type GroupKind = (typeof GROUPS)[number];

export interface FindingGroup {
  readonly kind: GroupKind;
  /** What ended on an unknown day is in the state `ended` too. */
  readonly state: EolState;
  /** In the order they came. */
  readonly findings: readonly ImageFinding[];
}

/** An image's software in groups, those that are empty left out; of one state alone when one is given. */
export function groupFindings(
  findings: readonly ImageFinding[],
  today: Day,
  only: EolState | null,
): FindingGroup[] {
  const stateOf = statesAsOf(today);
  const kindOf = ({ eolDate, eolDateKnown }: ImageFinding): GroupKind => {
    if (eolDate !== null && !eolDateKnown) return 'undated';
    return stateOf(eolDate as Day | null); // the procedure's output schema admits calendar days alone
  };
  const byKind = Map.groupBy(findings, kindOf);
  return GROUPS.map((kind) => ({
    kind,
    state: kind === 'undated' ? ('ended' as const) : kind,
    findings: byKind.get(kind) ?? [],
  })).filter((group) => group.findings.length > 0 && (only === null || group.state === only));
}
