import { standardSupport, type ReleaseCycle, type SupportLevel } from '@/domain/catalog/catalog';
import type { Support } from '@/domain/contract/support';
import type { Day } from '@/domain/eol/calendar';
import type { EolSource } from '@/domain/eol/proximity';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { ComponentState } from '@/domain/inventory/component-state';
import type { PackageDegree } from '@/domain/registry/verdict';
import {
  type CarriedLifecycle,
  type CarriedSupportLevel,
  isEndedLevel,
  saysAnEnd,
} from '@/domain/scan/carried';

/** SPDX 3.0, `SupportType`, with its word for what is not known. */
export type WrittenLevel = CarriedSupportLevel | 'noAssertion';

/** What an SBOM that is written says of a component's support. */
export interface WrittenLifecycle {
  readonly level: WrittenLevel;
  /** When support ends, as the dashboard has it; null where nobody says a day. */
  readonly eolOn: Day | null;
  /** When its vendor stops to change more than faults. */
  readonly developmentEndsOn: Day | null;
  /** When support ends without the contract that decides; or as its SBOM said it. */
  readonly guaranteedSupportEndsOn: Day | null;
  /** When support ends that its vendor sells. */
  readonly extendedSupportEndsOn: Day | null;
  readonly saleEndsOn: Day | null;
  /** Of the component itself, as its SBOM said it; the catalog knows the days of release cycles alone. */
  readonly releasedOn: Day | null;
  readonly evidence: EvidenceDegree;
  readonly product: string | null;
  readonly cycle: string | null;
  /** Why no day is said; null where one is. */
  readonly justification: string | null;
}

/** The end that the dashboard shows of a release cycle where it was found. */
export interface FoundEnd {
  readonly eolOn: Day | null;
  readonly eolOnKnown: boolean;
  readonly eolSource: EolSource;
  readonly estimatedFrom: string | null;
  readonly support: Support | null;
  /** Whether a scanner's date is what the SBOM carries. */
  readonly isCarried: boolean;
}

/** What a component's registry says of it, or why its line is taken for stale. */
export interface SaidOfPackage {
  readonly degree: PackageDegree;
  readonly message: string;
  /** What its maintainer names in its place. */
  readonly successor: string | null;
}

/** Everything that is known of a component's support. */
export interface SupportFacts {
  readonly state: ComponentState;
  readonly version: string;
  readonly product: string | null;
  readonly cycleName: string | null;
  /** Null where its release cycle is no finding. */
  readonly end: FoundEnd | null;
  /** Null where the catalog does not have it. */
  readonly cycle: ReleaseCycle | null;
  readonly isOwnProduct: boolean;
  readonly carried: CarriedLifecycle | null;
  /** Null where that is not the best that is known. */
  readonly said: SaidOfPackage | null;
}

interface Verdict {
  readonly on: Day | null;
  readonly ended: boolean;
  readonly evidence: EvidenceDegree;
}

/** Says of a component what is known of its support on a day, and why no more. */
export function writtenLifecycle(facts: SupportFacts, today: Day): WrittenLifecycle {
  const { cycle, carried, end, product, cycleName } = facts;
  const verdict = verdictOf(facts, today);
  const dayOfLevel = (level: SupportLevel) =>
    cycle?.support.find((one) => one.level === level)?.endsOn ?? null;
  const isByContract = verdict.evidence === 'contract';
  return {
    level: levelOf(facts, verdict, today),
    eolOn: verdict.on,
    developmentEndsOn: dayOfLevel('ACTIVE_SUPPORT') ?? carried?.developmentEndsOn ?? null,
    guaranteedSupportEndsOn: isByContract
      ? upstreamDay(end?.support ?? null)
      : (carried?.guaranteedSupportEndsOn ?? null),
    extendedSupportEndsOn: dayOfLevel('EXTENDED_SUPPORT'),
    saleEndsOn: carried?.saleEndsOn ?? null,
    releasedOn: carried?.releasedOn ?? null,
    evidence: verdict.evidence,
    ...{ product, cycle: cycleName },
    justification: verdict.on === null ? justificationOf(facts, verdict) : null,
  };
}

function upstreamDay(support: Support | null): Day | null {
  return support?.upstreamOnKnown ? support.upstreamOn : null;
}

/** The best that is known, as the dashboard has it. */
function verdictOf({ end, cycle, isOwnProduct, carried, said }: SupportFacts, today: Day): Verdict {
  const catalogs = isOwnProduct ? 'own' : 'catalog';
  if (end && end.eolOn !== null) {
    const evidence = degreeOf(end, catalogs);
    const on = end.eolOnKnown ? end.eolOn : null;
    return { on, ended: on === null || on <= today, evidence };
  }
  const standard = cycle ? standardSupport(cycle) : null;
  if (standard && (standard.endsOn !== null || standard.ended)) {
    const on = standard.endsOn;
    const ended = on === null ? standard.ended : on <= today;
    return { on, ended, evidence: standard.override ? 'own' : catalogs };
  }
  if (carried && saysAnEnd(carried)) {
    const on = carried.eolOn;
    const ended = on === null ? isEndedLevel(carried.supportLevel) : on <= today;
    return { on, ended, evidence: 'sbom' };
  }
  // Neither is an end: a registry says what it says, and a stale line is an estimate.
  if (said) return { on: null, ended: false, evidence: said.degree };
  return { on: null, ended: false, evidence: cycle ? catalogs : 'unknown' };
}

function degreeOf({ eolSource, isCarried }: FoundEnd, catalogs: EvidenceDegree): EvidenceDegree {
  switch (eolSource) {
    case 'contract':
    case 'inferred':
      return eolSource;
    case 'override':
      return 'own';
    case 'catalog':
      return catalogs;
    case 'scanner':
      // A scanner brings the dates of a catalog of its own.
      return isCarried ? 'sbom' : 'catalog';
  }
}

function levelOf(
  { cycle, carried }: SupportFacts,
  { on, ended, evidence }: Verdict,
  today: Day,
): WrittenLevel {
  // Nobody says so: it was concluded.
  if (evidence === 'inferred') return 'noAssertion';
  if (evidence === 'unknown' || evidence === 'registry' || evidence === 'stale')
    return carried?.supportLevel ?? 'noAssertion';
  if (ended) return on === null ? 'noSupport' : 'endOfSupport';
  if (evidence === 'sbom') return notEnded(carried?.supportLevel ?? null);
  const active = cycle?.support.find(({ level }) => level === 'ACTIVE_SUPPORT');
  const isOver = active && (active.endsOn === null ? active.ended : active.endsOn <= today);
  return isOver ? 'limitedSupport' : 'support';
}

/** The level that goes with an end that is still to come. */
function notEnded(level: CarriedSupportLevel | null): WrittenLevel {
  return level === null || isEndedLevel(level) ? 'support' : level;
}

function justificationOf(facts: SupportFacts, { ended, evidence }: Verdict): string {
  const { end, product, cycleName, state, version, said } = facts;
  const named = [product, cycleName].filter((text) => text !== null).join(' ');
  if (evidence === 'inferred') {
    return `Estimate: older than release cycle ${end?.estimatedFrom ?? ''} of ${product ?? 'it'}, which has ended`;
  }
  if (said && evidence === said.degree) return saidInWords(said);
  if (ended) return `Support of ${named || 'it'} has ended; nobody says on which day`;
  if (evidence !== 'unknown') return `No end of support of ${named} is announced`;
  if (state === 'pending') return 'Not compared with the catalog yet';
  if (version === '') return 'The inventory does not say which version it is';
  if (product !== null) return `The catalog has ${product}, and no release cycle of this version`;
  return 'The catalog does not have it, and its SBOM says nothing of its support';
}

function saidInWords({ degree, message, successor }: SaidOfPackage): string {
  const words = degree === 'registry' ? `Its registry says: ${message}` : message;
  return successor === null ? words : `${words} Named in its place: ${successor}`;
}
