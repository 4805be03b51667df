import type { Day } from '@/domain/eol/calendar';
import type { EvidenceDegree } from '@/domain/evidence/degree';
import { nameKey } from '../keys';
import type { Candidate, NoMatch } from '../match';
import type {
  CandidateAnswer,
  CheckAnswer,
  CheckQuestion,
  CheckResult,
  SupportEndAnswer,
} from './answer';
import { vendorOf } from './evidence';
import { askedIdentifier, askedName, derivedId, ecosystemOf } from './names';
import { endAnswer, judgedSupport, startOfDay } from './support';

/** One product alone does not speak for those that the catalog does not know. */
const FEWEST = 2;

/** The verdict on which all products agree that a component may be. */
interface Agreement {
  readonly isEol: boolean;
  /** The day on which the last of them ended, or the first of them will; null where one gives no day. */
  readonly day: string | null;
}

/**
 * The answer where a component may be any of several products: that it has ended, or that it is supported, where all
 * of them say so that have a release cycle for its version; else that it is not known. All of them are in the answer.
 */
export function candidatesAnswer(
  match: NoMatch,
  candidates: readonly Candidate[],
  { component, lifecycle }: CheckQuestion,
  today: Day,
): CheckAnswer {
  const answers = candidates.map((candidate) => candidateAnswer(candidate, lifecycle, today));
  const agreed = agreementOf(answers);
  const { name, version } = askedName(component);
  const end = agreed && endAnswer('VENDOR_ANNOUNCED', lifecycle, agreed.day);
  const told = answers.map(wordsOf).join(', ');
  return {
    error: null,
    result: end && agreed && resultOf({ component, name, version }, end, agreed),
    eol: agreed?.isEol === true,
    eol_reason: agreed ? 'VENDOR_ANNOUNCED' : null,
    eol_date: agreed?.day ?? null,
    match: {
      found: agreed !== null,
      message: `${match.message}; ${agreed === null ? DIFFERENT : alike(agreed)}: ${told}`,
    },
    candidates: answers,
    evidence_degree: agreed === null ? 'unknown' : degreeOf(candidates, lifecycle),
    found_support: agreed !== null,
    request: { identifier: askedIdentifier(component) },
    evidence: null,
  };
}

/** Whose word they agree by: where one end is a contract's or the organization's own, by that. */
function degreeOf(candidates: readonly Candidate[], lifecycle: string): EvidenceDegree {
  const ends = candidates.flatMap(({ product, cycle }) => {
    const end = cycle.support.find(({ level }) => level === lifecycle);
    return end ? [{ end, isOwn: product.source === 'organization' || end.override }] : [];
  });
  if (ends.some(({ end }) => end.contract)) return 'contract';
  return ends.some(({ isOwn }) => isOwn) ? 'own' : 'catalog';
}

const DIFFERENT = 'several builds, which do not end alike as far as is known';

function alike({ isEol }: Agreement): string {
  return isEol ? 'all that are known have ended' : 'all that are known are supported';
}

function candidateAnswer(
  { product, cycle }: Candidate,
  lifecycle: string,
  today: Day,
): CandidateAnswer {
  const support = judgedSupport(cycle, today).find(({ level }) => level === lifecycle);
  return {
    product: product.slug,
    name: product.name,
    vendor: vendorOf(product),
    cycle: cycle.name,
    eol: support?.isEol ?? null,
    eol_date: startOfDay(support?.endsOn ?? null),
  };
}

function agreementOf(answers: readonly CandidateAnswer[]): Agreement | null {
  const [first] = answers;
  const isEol = first?.eol ?? null;
  if (isEol === null || answers.length < FEWEST || answers.some(({ eol }) => eol !== isEol)) {
    return null;
  }
  const days = answers.flatMap(({ eol_date: day }) => (day === null ? [] : [day])).sort();
  if (days.length < answers.length) return { isEol, day: null };
  return { isEol, day: (isEol ? days.at(-1) : days[0]) ?? null };
}

function wordsOf({ name, cycle, eol, eol_date: date }: CandidateAnswer): string {
  const day = date?.slice(0, 10);
  const what = `${name} ${cycle}`;
  if (eol === null) return `${what} (end not known)`;
  if (eol) return `${what} (ended${day === undefined ? '' : ` ${day}`})`;
  return `${what} (supported${day === undefined ? '' : ` until ${day}`})`;
}

function resultOf(
  asked: {
    readonly component: CheckQuestion['component'];
    readonly name: string;
    readonly version: string;
  },
  end: SupportEndAnswer,
  { isEol }: Agreement,
): CheckResult {
  const { component, name, version } = asked;
  const names = ['several', nameKey(name)];
  return {
    componentName: name,
    ecosystem: ecosystemOf(component),
    version: {
      id: derivedId('cv_', [...names, version]),
      version,
      componentId: derivedId('c_', names),
      releasedAt: null,
      createdAt: null,
      updatedAt: null,
    },
    eol: { now: { primary: isEol ? end : null, other: [] }, future: isEol ? null : end },
    lifecycles: [],
    registry: null,
  };
}
