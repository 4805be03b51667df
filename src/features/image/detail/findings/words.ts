import type { Day } from '@/domain/eol/calendar';
import { statesAsOf, type EolState } from '@/domain/eol/proximity';
import { formatDay } from '@/lib/dates';
import type { ImageDetail, ImageFinding } from '../../query';

type DatedFinding = Pick<
  ImageFinding,
  'eolSource' | 'estimatedFrom' | 'eolDate' | 'scannerEolDate' | 'foundBy' | 'catalog' | 'contract'
>;

/**
 * Says where a finding's date comes from, or why it is estimated, and the dates of sources that differ. Null when all agree, and when the
 * scanner is the only source, or a contract decides.
 */
export function otherDates(finding: DatedFinding): string | null {
  const { eolSource, estimatedFrom, eolDate, scannerEolDate, foundBy, catalog, contract } = finding;
  // A mark of its own says with whom, and the end without it.
  if (contract) return null;
  if (eolSource === 'scanner') return null;
  if (estimatedFrom !== null) {
    return `Estimated: it is older than ${estimatedFrom}, which has ended`;
  }
  const says = (who: string, day: string | null) =>
    day === eolDate ? null : `${who} ${day === null ? 'knows none' : `says ${formatDay(day)}`}`;
  const others = [
    eolSource === 'override' && catalog ? says('the catalog', catalog.eolDate) : null,
    foundBy === 'scanner' ? says('the scanner', scannerEolDate) : null,
  ].filter((text) => text !== null);
  const source =
    eolSource === 'override' ? 'Date set by your organization' : 'Date from the catalog';
  if (others.length === 0) return eolSource === 'override' ? source : null;
  return [source, ...others].join('; ');
}

/** The groups: the states, with software that ended on an unknown day apart. */
const GROUPS = ['ended', 'undated', 'soon', 'next', 'later', 'unknown'] as const;
type GroupKind = (typeof GROUPS)[number];

/**
 * Finds what the verdict on an image leads to: the first finding that is denied, else the first package; where nothing is
 * denied the first that is warned of. Gives the finding's id, or the package URL.
 */
export function firstJudged(
  findings: readonly Pick<ImageFinding, 'id' | 'policy'>[],
  packages: readonly JudgedPackage[],
): string | null {
  const of = (wanted: JudgedPackage['action']) =>
    findings.find(({ policy }) => policy.action === wanted)?.id ??
    packages.find(({ action }) => action === wanted)?.purl;
  return of('DENY') ?? of('WARN') ?? null;
}

type JudgedPackage = Pick<
  NonNullable<ImageDetail['judgedPackages']>['packages'][number],
  'action' | 'purl'
>;

type EndingFinding = Pick<ImageFinding, 'eolDate' | 'eolDateKnown'>;

export interface FindingGroup<Finding extends EndingFinding = ImageFinding> {
  readonly kind: GroupKind;
  /** `ended` also for an end on an unknown day. */
  readonly state: EolState;
  /** In the order they came. */
  readonly findings: readonly Finding[];
}

/** Groups an image's findings by state, without empty groups; only one state's when given. */
export function groupFindings<Finding extends EndingFinding>(
  findings: readonly Finding[],
  today: Day,
  only: EolState | null,
): FindingGroup<Finding>[] {
  const stateOf = statesAsOf(today);
  const kindOf = ({ eolDate, eolDateKnown }: EndingFinding): GroupKind => {
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
