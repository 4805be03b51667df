import { NOT_MATCHED, STATE_CLAUSES } from '@/domain/eol/words';
import * as z from 'zod';
import { packageNames } from '@/domain/policy/package-names';
import { type advisedCycle, reportFinding } from './finding';
import { judgedPackage, type JudgedFinding, weighPackages } from './packages';

const count = z.number().int().min(0);

/** The parts of an answer about an SBOM that reports are made of: `POST /api/sbom/check`, `PUT /api/sbom`. */
export const checkedDocument = z.object({
  as_of: z.string(),
  eol: z.object({ low: count, med: count, high: count }),
  policy: z.object({
    action: z.enum(['ALLOW', 'WARN', 'DENY']),
    violations: z.array(
      z.object({
        action: z.enum(['WARN', 'DENY']),
        product_name: z.string(),
        cycle: z.string(),
        message: z.string(),
      }),
    ),
    /** Where policies ask what runs. */
    only_running: z.object({ policies: count, runs: z.boolean().nullable() }).optional(),
    /** Servers of before waivers have none. */
    waived: z
      .array(z.object({ product_name: z.string(), cycle: z.string(), message: z.string() }))
      .optional(),
    waiver_url: z.string().optional(),
    /** Where policies judge packages. */
    packages: z.array(judgedPackage.extend({ action: z.enum(['WARN', 'DENY']) })).optional(),
    waived_packages: z.array(judgedPackage).optional(),
  }),
  document: z.object({ unnamed: count, unversioned: count, ranged: count }),
  coverage: z.object({ components: count, matched: count, distribution: count, unknown: count }),
  /** The first of the unknown ones; servers of before 2026-11-24 do not name them. */
  unknown_components: z.array(z.object({ name: z.string(), version: z.string() })).default([]),
  /** What only builds or tests; servers of before 2026-11-25 do not tell it apart. */
  unshipped: z
    .object({
      components: count,
      ended: z.array(z.object({ product_name: z.string(), cycle: z.string() })),
      ended_total: count,
    })
    .optional(),
  findings: z.array(reportFinding),
  findings_total: count,
  /** Whom to ask; null: nobody owns the project. Servers of before 2026-11-25 do not say. */
  owner: z
    .object({ name: z.string(), email: z.string().nullable(), link: z.string().nullable() })
    .nullable()
    .optional(),
  /** Where it was stored. */
  url: z.string().optional(),
});
export type CheckedDocument = z.output<typeof checkedDocument>;
/** A finding; of a package that a policy judges, `judged` says by what. */
export type Finding = CheckedDocument['findings'][number] & {
  readonly judged?: JudgedFinding;
};

/** Facts of a report beside what was found. */
export interface ReportContext {
  /** The image, directory or application, with its tag; the name of a file where nobody says. */
  readonly subject: string;
  /** Its name without the tag and the digest, as whoever makes the report knows them. */
  readonly name: string;
  /** The project whose policies decided, where one was named. */
  readonly project?: string | null;
  /** What tells it apart from other reports of the same name in one build, such as of a variant. */
  readonly category?: string | null;
  /** The file that results point at, relative to the root of the repository: without `./`. */
  readonly location: string;
  /** The version of the service. */
  readonly version: string;
  /** When it was checked. */
  readonly at: Date;
  /** What a gate asks beyond the policies; left out where nothing is to fail. */
  readonly gate?: GateDemands;
}

/**
 * Names what a report is of, without the tag. What is the same in the next run is called after it: with a tag that is new
 * with every build, nothing would ever be.
 */
export function lastingNameOf({ project, name, category }: ReportContext): string {
  return [project, name, category].filter(Boolean).join('/');
}

/** What fails a build that no policy denies. */
export interface GateDemands {
  /** Percent of the components that have to be known. */
  readonly minCoverage: number;
  /** What a policy warns of fails too. */
  readonly failsOnWarning: boolean;
}

/**
 * How much a finding matters. `denied` and `warned`: a policy says so; `waived`: a policy would, but for a waiver;
 * `ended`: no policy does, and it has ended; `soon`: it ends within 6 months; `fine`: it ends later, or nobody knows
 * when.
 */
export type Weight = 'denied' | 'warned' | 'waived' | 'ended' | 'soon' | 'fine';

export interface WeighedFinding {
  readonly finding: Finding;
  readonly weight: Weight;
  /** Why, in one sentence for people. */
  readonly reason: string;
}

const ORDER: Readonly<Record<Weight, number>> = {
  denied: 0,
  warned: 1,
  waived: 2,
  ended: 3,
  soon: 4,
  fine: 5,
};

/**
 * Weighs the findings by the verdict of the policies and by their ends, and the packages that policies judge: the heaviest first,
 * in each weight as given.
 */
export function weigh(checked: CheckedDocument): WeighedFinding[] {
  return [...weighFindings(checked), ...weighPackages(checked)].sort(
    (left, right) => ORDER[left.weight] - ORDER[right.weight],
  );
}

function weighFindings({ policy, findings }: CheckedDocument): WeighedFinding[] {
  const violations = new Map<string, CheckedDocument['policy']['violations'][number]>();
  for (const violation of policy.violations) {
    const key = keyOf(violation);
    // Of two for one cycle the denial counts; the answer has denials first.
    if (!violations.has(key)) violations.set(key, violation);
  }
  const waived = new Map((policy.waived ?? []).map((one) => [keyOf(one), one.message]));
  return findings.map((finding): WeighedFinding => {
    const allowed = waived.get(keyOf(finding));
    if (allowed !== undefined) return { finding, weight: 'waived', reason: allowed };
    const violation = violations.get(keyOf(finding));
    if (violation) {
      const weight = violation.action === 'DENY' ? 'denied' : 'warned';
      return { finding, weight, reason: violation.message };
    }
    const { state } = finding;
    const weight = state === 'ended' || state === 'soon' ? state : 'fine';
    return { finding, weight, reason: `${nameOf(finding)} ${endOf(finding)}.` };
  });
}

function keyOf({ product_name, cycle }: { readonly product_name: string; readonly cycle: string }) {
  return JSON.stringify([product_name, cycle]);
}

/** Lists the findings that a report for people names. Software that is fine is counted, not listed. */
export function named(checked: CheckedDocument): WeighedFinding[] {
  return weigh(checked).filter(({ weight }) => weight !== 'fine');
}

/** Lists the findings that a report for tools points at: as {@link named} does, without what is waived. */
export function reported(checked: CheckedDocument): WeighedFinding[] {
  return named(checked).filter(({ weight }) => weight !== 'waived');
}

/** Names a finding's software: "Node.js 16". */
export function nameOf({ product_name, cycle }: Finding): string {
  return `${product_name} ${cycle}`;
}

/**
 * Tells the end of a finding as far as it is known: "ended on 2024-04-01", "has ended on an unknown day". The day on which that
 * was first seen is none on which it had ended: who says so may have learnt it later.
 */
export function endOf(finding: Finding): string {
  const { eol_date, eol_date_known, estimated_from, state, judged } = finding;
  if (judged) return judged.kind ? `is ${judged.kind}` : 'is of a stale line (estimate)';
  if (eol_date === null) return `has ${STATE_CLAUSES.unknown}`;
  const estimate = estimated_from === undefined ? '' : ` (estimated from ${estimated_from})`;
  if (state === 'ended')
    return eol_date_known ? `ended on ${eol_date}` : `has ended on an unknown day${estimate}`;
  return `ends on ${eol_date}${estimate}`;
}

/** Tells where to move: "move to 22 (LTS), supported until 2027-04-30"; null when nothing can be advised. */
export function moveOf({ advice, judged }: Finding): string | null {
  const successor = judged?.successor ?? null;
  if (successor !== null) return `use ${successor}, which its maintainer names`;
  if (!advice) return null;
  const { target, smallest, older } = advice;
  if (target) {
    const nearer = smallest ? `, or at least to ${cycleWords(smallest)}` : '';
    return `move to ${cycleWords(target)}${nearer}`;
  }
  return older ? `nothing later lasts: go back to ${cycleWords(older)}` : null;
}

function cycleWords({ label, lts, endsOn }: z.output<typeof advisedCycle>): string {
  // Most labels say it themselves: "5.2 (LTS)".
  const longTerm = lts && !/\bLTS\b/.test(label) ? ' (LTS)' : '';
  return `${label}${longTerm}, supported ${endsOn === null ? 'with no end known' : `until ${endsOn}`}`;
}

/** Says whom to ask: "Ask Payments: payments@example.com"; null where nobody is known to own the project. */
export function askOf({ owner }: Pick<CheckedDocument, 'owner'>): string | null {
  if (!owner) return null;
  const ways = [owner.email, owner.link].filter((way) => way !== null);
  return `Ask ${owner.name}${ways.length === 0 ? '' : `: ${ways.join(', ')}`}`;
}

/** The end of a path tells files apart; its beginning is the same for many. */
const MAX_PATH_LENGTH = 60;

function placeOf(path: string | undefined): string {
  if (path === undefined) return '';
  const shown = path.length <= MAX_PATH_LENGTH ? path : `…${path.slice(1 - MAX_PATH_LENGTH)}`;
  return ` in ${shown}`;
}

/** Names the packages of a finding and where they lie: the first few, and how many more. */
export function packagesOf({ packages, packages_total }: Finding, most = 3): string {
  const named = packages
    .slice(0, most)
    .map(({ name, version, path }) => `${name} ${version}${placeOf(path)}`);
  const others = packages_total - named.length;
  if (named.length === 0) return others > 0 ? `${String(others)} packages` : '';
  return others > 0 ? `${named.join(', ')} and ${String(others)} more` : named.join(', ');
}

/** Whether a document lists nothing at all: one that a tool wrote in vain, or that is of another kind. */
export function isEmpty({ coverage, document, findings_total }: CheckedDocument): boolean {
  return coverage.components + document.unnamed + findings_total === 0;
}

/** The share of components of which the catalog knows something, in percent and rounded down; 100 for none at all. */
export function coverageOf({ coverage, document }: CheckedDocument): number {
  const all = coverage.components + document.unnamed;
  if (all === 0) return 100;
  return Math.floor(((coverage.matched + coverage.distribution) / all) * 100);
}

/** Says that too little is known to pass the gate; null where enough is, or no gate asks. */
export function shortfallOf(checked: CheckedDocument, { gate }: ReportContext): string | null {
  if (gate && gate.minCoverage > 0 && isEmpty(checked))
    return `Denied: the document lists nothing, and ${String(gate.minCoverage)} % of its components have to be known.`;
  const coverage = coverageOf(checked);
  if (!gate || coverage >= gate.minCoverage) return null;
  return `Denied: ${String(coverage)} % of the components are known, and ${String(gate.minCoverage)} % have to be.`;
}

/** Whether a build fails: by a policy, or by what its gate asks beyond them. */
export function failsGate(checked: CheckedDocument, context: ReportContext): boolean {
  const { action } = checked.policy;
  return (
    action === 'DENY' ||
    (action === 'WARN' && context.gate?.failsOnWarning === true) ||
    shortfallOf(checked, context) !== null
  );
}

/** The name of what {@link shortfallOf} says, in the place of a finding's rule. */
export const SHORTFALL_RULE = 'coverage/too-little-known';

/** Says what is not known, as a pass must not hide it; null when all of it is. */
export function unknownOf(checked: CheckedDocument): string | null {
  const { coverage, document } = checked;
  const parts = [
    counted(coverage.unknown, 'component is', 'components are', NOT_MATCHED.toLowerCase()),
    counted(document.unversioned, 'of them has', 'of them have', 'no version'),
    counted(document.unnamed, 'entry has', 'entries have', 'no name'),
  ].filter((part) => part !== null);
  const sentences = [
    isEmpty(checked) ? 'The document lists no component, so nothing was judged.' : null,
    parts.length === 0 ? null : `${parts.join('; ')}: neither supported nor ended.`,
    unheardOf(checked),
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}

/** Says that policies for what runs decided nothing because nobody knows what does; null when somebody does. */
function unheardOf({ policy: { only_running: asked } }: CheckedDocument): string | null {
  if (!asked || asked.runs !== null) return null;
  const policies = counted(asked.policies, 'policy', 'policies', 'for what runs decided nothing');
  return `No cluster was heard of for a week: ${policies ?? ''}.`;
}

/** Names the components of which nothing is known: the first few, and how many more; null when none is named. */
export function unknownNames({ coverage, unknown_components }: CheckedDocument, most = 10) {
  const named = unknown_components.slice(0, most).map(componentName);
  if (named.length === 0) return null;
  const others = coverage.unknown - named.length;
  return `${NOT_MATCHED}: ${named.join(', ')}${others > 0 ? ` and ${String(others)} more` : ''}`;
}

/** Says what builds or tests and does not ship, and what of that has ended; null when there is none. */
export function unshippedOf({ unshipped }: CheckedDocument, most = 10): string | null {
  if (!unshipped || unshipped.components === 0) return null;
  const { components, ended, ended_total: total } = unshipped;
  const part = counted(components, 'component is', 'components are', 'for development alone');
  const all = `${part ?? ''} and not judged`;
  if (total === 0) return `${all}.`;
  const named = ended.slice(0, most).map(({ product_name, cycle }) => `${product_name} ${cycle}`);
  const others = total - named.length;
  return `${all}. Ended there: ${named.join(', ')}${others > 0 ? ` and ${String(others)} more` : ''}.`;
}

/** Writes a component with its version, where it has one. */
export function componentName({
  name,
  version,
}: CheckedDocument['unknown_components'][number]): string {
  return version === '' ? name : `${name} ${version}`;
}

function counted(number: number, one: string, many: string, what: string): string | null {
  return number === 0 ? null : `${String(number)} ${number === 1 ? one : many} ${what}`;
}

const VERDICTS = {
  ALLOW: 'Passed',
  WARN: 'Passed with warnings',
  DENY: 'Denied',
} as const;

/** Sums up in one line what a build has to know first. */
export function summaryOf(checked: CheckedDocument, context?: ReportContext): string {
  const weights = weigh(checked).map(({ weight }) => weight);
  const of = (wanted: Weight) => weights.filter((weight) => weight === wanted).length;
  const more = checked.findings_total - checked.findings.length;
  const parts = [
    `${String(of('denied'))} denied`,
    `${String(of('warned'))} warned of`,
    ...(of('waived') === 0 ? [] : [`${String(of('waived'))} waived`]),
    `${String(of('ended'))} ended without a policy`,
    `${String(of('soon'))} ending ${STATE_CLAUSES.soon}`,
    isEmpty(checked)
      ? 'no component listed'
      : `${String(coverageOf(checked))} % of ${String(checked.coverage.components)} components known`,
  ];
  const rest = more > 0 ? `; ${String(more)} findings are not listed` : '';
  const isDenied = context !== undefined && failsGate(checked, context);
  const verdict = VERDICTS[isDenied ? 'DENY' : checked.policy.action];
  return `${verdict}: ${parts.join(', ')}${rest}.`;
}

/** Makes the stable name of a finding's rule: `eol/node-js/16`, of a package `registry/pkg-npm-request/2.88.2`. */
export function ruleOf({ product_name, cycle, judged }: Finding): string {
  if (judged) {
    const { productName } = packageNames(judged);
    return `${judged.degree}/${slug(productName)}/${slug(cycle)}`;
  }
  return `eol/${slug(product_name)}/${slug(cycle)}`;
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Cuts a text to a length in UTF-16 units, never within a character, with an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const kept = text.slice(0, length - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}
