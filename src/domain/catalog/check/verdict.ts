import type { Day } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import type { ReleaseCycle } from '../catalog';
import type { CatalogMatch, ComponentQuery, FoundMatch, NoMatch } from '../match';
import type { CheckAnswer, CheckQuestion, CheckResult, LifecycleAnswer } from './answer';
import { candidatesAnswer } from './candidates';
import { evidenceOf, releaseDayOf } from './evidence';
import { askedIdentifier, ecosystemOf, idsOf, type MatchIds } from './names';
import { type Heard, registryAnswer, type RegistryFinding, registryOnlyAnswer } from './registry';
import {
  announcedEnd,
  comingEnd,
  DEFAULT_LEVEL,
  endAnswer,
  isSupportLevel,
  judgedSupport,
  type JudgedSupport,
  startOfDay,
} from './support';

/**
 * Whether what a registry says of a component would change its answer: the vendor's word stands where there
 * is one, and a version that a registry deprecates may be one bad release of a supported cycle.
 */
export function asksRegistry(match: CatalogMatch, { lifecycle }: CheckQuestion): boolean {
  if (!isSupportLevel(lifecycle)) return false;
  if (!match.found) return match.reason === 'unknown_product' || match.reason === 'unknown_cycle';
  if (match.maintainer === 'distribution') return false;
  return match.cycle.support.every(
    ({ level, endsOn, ended }) => level !== lifecycle || (endsOn === null && !ended),
  );
}

/**
 * The answer to one check.
 *
 * @param today the UTC day that it is given on
 * @param heard what the component's registry says, and whether its line is stale
 */
export function checkAnswer(
  match: CatalogMatch,
  question: CheckQuestion,
  today: Day,
  { said, stale }: Heard,
): CheckAnswer {
  // A line that the catalog has goes on, as far as it says, however seldom there are releases.
  if (match.found) return foundAnswer(match, question, today, said);
  if (match.candidates && match.candidates.length > 0) {
    return candidatesAnswer(match, match.candidates, question, today);
  }
  return said ? registryOnlyAnswer(question, said) : nothingFound(match, question, stale);
}

/** The answer where nobody says anything: a stale line is told, and changes nothing else, for it is an estimate. */
function nothingFound(
  { message }: NoMatch,
  { component }: CheckQuestion,
  stale: Heard['stale'],
): CheckAnswer {
  return {
    error: null,
    result: null,
    eol: false,
    eol_reason: null,
    eol_date: null,
    match: { found: false, message: stale ? `${message}. ${stale.message}` : message },
    evidence_degree: stale ? 'stale' : 'unknown',
    ...(stale && { fact: stale }),
    found_support: false,
    request: { identifier: askedIdentifier(component) },
    evidence: null,
  };
}

function foundAnswer(
  match: FoundMatch,
  question: CheckQuestion,
  today: Day,
  registry: RegistryFinding | null,
): CheckAnswer {
  const { component, lifecycle } = question;
  const support = judgedSupport(match.cycle, today);
  const ids = idsOf(match);
  const asked = support.find(({ level }) => level === lifecycle) ?? null;
  // The vendor's word stands; a registry is heard where the vendor says nothing.
  const heard = asked === null || asked.isEol === null ? registry : null;
  const date = heard ? heard.since : startOfDay(asked?.endsOn ?? null);
  const eol = heard !== null || asked?.isEol === true;
  const primary = !eol
    ? null
    : heard
      ? endAnswer(heard.reason, lifecycle, heard.since)
      : endAnswer('VENDOR_ANNOUNCED', lifecycle, date);
  const result: CheckResult = {
    ...versionResult(match, component, ids),
    eol: {
      now: {
        primary,
        other: support
          .filter(({ level, isEol }) => isEol === true && level !== lifecycle)
          .map(announcedEnd),
      },
      future: futureOf(support, lifecycle),
    },
    lifecycles: lifecyclesOf(match, support, ids),
    registry: registry && registryAnswer(registry),
  };
  return {
    error: null,
    result,
    eol,
    eol_reason: heard?.reason ?? (eol || date !== null ? 'VENDOR_ANNOUNCED' : null),
    eol_date: date,
    match: {
      found: true,
      message: heard ? heard.message : remark(match, lifecycle, support, asked),
    },
    ...estimateOf(match.cycle),
    evidence_degree: heard ? 'registry' : degreeOf(match, asked),
    ...(heard?.fact && { fact: heard.fact }),
    found_support: asked !== null,
    request: { identifier: askedIdentifier(component) },
    evidence: evidenceOf(component, match, support),
  };
}

/** Whose word the end of a support level is. A level that the release cycle does not have is nobody's. */
function degreeOf({ product, cycle }: FoundMatch, asked: JudgedSupport | null): EvidenceDegree {
  if (asked === null) return 'unknown';
  if (asked.contract) return 'contract';
  if (asked.override || product.source === 'organization') return 'own';
  return estimateOf(cycle).estimated_from === undefined ? 'catalog' : 'inferred';
}

/** Nothing too where an organization set a date of its own: that is no estimate. */
function estimateOf({ support, inferred }: ReleaseCycle): Pick<CheckAnswer, 'estimated_from'> {
  const isEstimate = inferred !== undefined && !support.some(({ override }) => override);
  return isEstimate ? { estimated_from: inferred.from } : {};
}

function futureOf(support: readonly JudgedSupport[], lifecycle: string) {
  const coming = comingEnd(support, lifecycle);
  return coming && announcedEnd(coming);
}

function versionResult(match: FoundMatch, query: ComponentQuery, ids: MatchIds) {
  const { cycle, name, version } = match;
  return {
    componentName: name,
    ecosystem: ecosystemOf(query),
    version: {
      id: ids.version,
      version,
      componentId: ids.component,
      releasedAt: startOfDay(releaseDayOf(match)),
      // Facts, not the times of this instance's rows: the same answer everywhere, and after every import.
      createdAt: startOfDay(cycle.releasedOn),
      updatedAt: startOfDay(cycle.latestReleasedOn ?? cycle.releasedOn),
    },
  };
}

/** As the source of the catalog calls them. */
const SOURCE_FIELDS = {
  ACTIVE_SUPPORT: 'eoasFrom',
  STANDARD_SUPPORT: 'eolFrom',
  EXTENDED_SUPPORT: 'eoesFrom',
} as const;

function lifecyclesOf(
  { product, cycle }: FoundMatch,
  support: readonly JudgedSupport[],
  ids: MatchIds,
): LifecycleAnswer[] {
  const page = product.references.find(({ type }) => type === 'WEB' || type === 'ARTICLE');
  return support.map(({ level, endsOn, isEol }) => ({
    id: ids.life(level),
    eolAt: startOfDay(endsOn),
    componentId: ids.component,
    range: rangeOf(cycle),
    supportLevel: level,
    isDefault: level === DEFAULT_LEVEL,
    uri: page?.url ?? cycle.releaseNotesUrl,
    eolField: SOURCE_FIELDS[level],
    isEol,
    componentVersionId: ids.version,
    lifecycleId: ids.lifecycle(level),
  }));
}

/** The versions of a cycle: `16` holds all that continue it; a name that is no number stands for itself. */
function rangeOf({ name }: ReleaseCycle): string {
  return /^\d+(?:\.\d+)?$/.test(name) ? `${name}.x` : name;
}

/**
 * Says which part of an answer is unknown or not the vendor's word, and who maintains a package and why; for people.
 */
function remark(
  match: FoundMatch,
  lifecycle: string,
  support: readonly JudgedSupport[],
  asked: JudgedSupport | null,
): string {
  const own = unknowns(match, lifecycle, support, asked);
  return [own, maintenance(match)].filter(Boolean).join('. ');
}

function maintenance({ maintainedBy: by }: FoundMatch): string {
  if (by === undefined || by.kind === 'unknown') return '';
  const who = by.name ?? 'its distribution';
  return `Maintained by ${who}: ${by.evidence.join('; ')}`;
}

function unknowns(
  { product, cycle }: FoundMatch,
  lifecycle: string,
  support: readonly JudgedSupport[],
  asked: JudgedSupport | null,
): string {
  const what = `${product.name} ${cycle.label}`;
  if (!asked) {
    const levels = support.map(({ level }) => level).join(', ');
    return `${what} has no support level of that name; it has ${levels || 'none'}`;
  }
  if (asked.contract) {
    const { vendor, upstreamOn } = asked.contract;
    return `The date is that of the contract with ${vendor}; without it the end is ${upstreamOn ?? 'past, on a day that is not known'}`;
  }
  if (asked.override) {
    const { catalogEndsOn, reason } = asked.override;
    return `The date is the organization’s own, in place of ${catalogEndsOn ?? 'none'}: ${reason}`;
  }
  if (asked.isEol === null)
    return `Nothing is known of the end of ${lifecycle} of ${what}; that does not say that it is supported`;
  const { estimated_from: from } = estimateOf(cycle);
  if (from !== undefined)
    return `${what} is estimated to have ended: it is older than ${product.name} ${from}, which has ended, and the catalog does not have it`;
  return asked.endsOn === null
    ? `${lifecycle} of ${what} has ended on a day that is not known`
    : '';
}
