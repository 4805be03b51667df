import { projectTitle } from '@/domain/identifiers/project-name';
import type { CycleOperator } from '@/domain/policy/policy';
import { formatDay } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import type { PolicyBody } from '@/features/policy/types';

/** A piece of a policy's sentence: the words that every policy has, or what makes this one. */
export interface SentencePart {
  readonly text: string;
  readonly isValue: boolean;
}

/** When an action begins: days before the end, negative ones after it, or a day. */
type When = { readonly days: number } | { readonly on: string };

interface Clause {
  readonly verb: 'warn' | 'fail';
  readonly when: When;
}

/** Of a trust policy document at most so many names are told. */
const NAMES_TOLD = 3;

const OPERATOR_WORDS = {
  LT: 'before ',
  LTE: 'up to ',
  EQ: '',
} as const satisfies Record<CycleOperator, string>;

/** Whose images a policy for what runs is about. */
const RUNS = 'runs in a cluster';

/** Words around the name of a project. */
export const FOR_UNASSIGNED =
  'Scanners outside of git name no project. Their images are in “unassigned”, and scanners are told this policy under both names.';

/** A policy as one sentence, in pieces. */
export function policySentence(policy: PolicyBody): SentencePart[] {
  const running = policy.only_running ? [plain(' whose image '), value(RUNS)] : [];
  const who = [plain('Builds of '), value(projectWords(policy)), ...running];
  const clauses = clausesOf(policy);
  const what =
    policy.policy_type === 'NOTARY' ? notaryWords(policy, clauses) : eolWords(policy, clauses);
  const isFailing = clauses.some(({ verb }) => verb === 'fail');
  const start = startWords(policy);
  return [
    ...[...who, ...what, ...(isFailing ? start : []), ...estimateWords(policy, clauses)],
    ...[...packageWords(policy, clauses), ...(isFailing ? [] : start), plain('.')],
  ];
}

/** The sentence as plain text. */
export function sentenceText(policy: PolicyBody): string {
  return policySentence(policy)
    .map(({ text }) => text)
    .join('');
}

/** Names the subject of a policy: a product with its cycles, or any. */
export function productWords({ product_name, cycle, cycle_operator, policy_scope }: PolicyBody) {
  if (policy_scope !== 'software') return 'any product';
  return `${product_name ?? ''} ${OPERATOR_WORDS[cycle_operator ?? 'EQ']}${cycle ?? ''}`;
}

function projectWords({ policy_scope, project_name }: PolicyBody): string {
  return policy_scope === 'project' ? projectTitle(project_name ?? '').title : 'any project';
}

/** Days win over the date when both are given. */
function clausesOf(policy: PolicyBody): Clause[] {
  const warn = whenOf(policy.warn_days, policy.warn_date);
  const after = policy.deny_days_after ?? null;
  const deny = whenOf(after === null ? policy.deny_days : -after, policy.deny_date);
  return [
    ...(warn ? [{ verb: 'warn' as const, when: warn }] : []),
    ...(deny ? [{ verb: 'fail' as const, when: deny }] : []),
  ];
}

function whenOf(days: number | null, on: string | null): When | null {
  if (days !== null) return { days };
  return on === null ? null : { on };
}

function startWords(policy: PolicyBody): SentencePart[] {
  const { denies_from: on, deny_date: date, deny_days: before, deny_days_after: after } = policy;
  const fails =
    [date, before, after ?? null].some((given) => given !== null) ||
    [policy.deprecated, policy.stale].includes('DENY');
  if (!on || !fails) return [];
  return [plain(', but not before '), day(on)];
}

function estimateWords(policy: PolicyBody, clauses: readonly Clause[]): SentencePart[] {
  if (!policy.deny_estimates || clauses.every(({ verb }) => verb !== 'fail')) return [];
  return [plain(', and also where that is '), value('an estimate')];
}

/** What registries call packages, as policies take it together. */
export const DEPRECATED_WORDS = 'that their registry calls deprecated, yanked, archived or moved';

const PACKAGE_VERBS = { WARN: 'warn', DENY: 'fail' } as const;

function packageWords(
  { deprecated, stale }: PolicyBody,
  clauses: readonly Clause[],
): SentencePart[] {
  const said = [
    ...(deprecated ? [{ verb: PACKAGE_VERBS[deprecated], of: value(DEPRECATED_WORDS) }] : []),
    ...(stale ? [{ verb: PACKAGE_VERBS[stale], of: value('of a stale line') }] : []),
  ];
  return said.flatMap(({ verb, of }, index) => {
    const before = said[index - 1];
    const begin = clauses.length > 0 || index > 0 ? ', and' : '';
    // Packages are named once where both are done the same to.
    const words = before?.verb === verb ? `${begin} those ` : `${begin} ${verb} for packages `;
    return [plain(words), of];
  });
}

function eolWords(policy: PolicyBody, [first, second]: readonly Clause[]): SentencePart[] {
  if (!first && (policy.deprecated || policy.stale)) return [];
  if (!first) return [plain(' pass, whatever they hold')];
  const opening = firstWords(first, value(productWords(policy)));
  return second ? [...opening, ...secondWords(second, first)] : opening;
}

function firstWords({ verb, when }: Clause, product: SentencePart): SentencePart[] {
  if ('on' in when) {
    return [plain(` ${verb} from `), day(when.on), plain(' on for '), product, ENDED_OR_NOT];
  }
  if (when.days === 0) return [plain(` ${verb} from the day `), product, plain(' ends')];
  return [plain(` ${verb} `), days(when.days), plain(`${sideOf(when)} the end of `), product];
}

function secondWords({ verb, when }: Clause, { when: first }: Clause): SentencePart[] {
  const afterDay = 'on' in first;
  const begin = `${afterDay ? ',' : ''} and ${verb} `;
  if ('on' in when) {
    const end = afterDay ? plain(' on') : plain(' on, ended or not');
    return [plain(`${begin}from `), day(when.on), end];
  }
  if (when.days === 0) return [plain(`${begin}from the day it ends`)];
  // "It" is the end, when the first half has named that.
  const end = !afterDay && first.days > 0 ? 'it' : 'its end';
  return [plain(begin), days(when.days), plain(`${sideOf(when)} ${end}`)];
}

function sideOf({ days: count }: { readonly days: number }): ' before' | ' after' {
  return count < 0 ? ' after' : ' before';
}

function notaryWords(policy: PolicyBody, clauses: readonly Clause[]): SentencePart[] {
  const demand = trustPolicyWords(policy);
  if (clauses.length === 0) return [plain(' are not held to '), ...demand, plain(' yet')];
  const when = clauses.flatMap(({ verb, when: at }, index) =>
    // There is no end to count back from: a NOTARY policy has no days.
    'on' in at
      ? [plain(`${index === 0 ? '' : ' and'} ${verb} from `), day(at.on), plain(' on')]
      : [],
  );
  return [...when, plain(' unless their image is signed by the rules of '), ...demand];
}

function trustPolicyWords({ notary_policy_json }: PolicyBody): SentencePart[] {
  const names = trustPolicyNames(notary_policy_json);
  if (names.length === 0) return [plain('a trust policy')];
  const told = names.slice(0, NAMES_TOLD).join(', ');
  const more = names.length - NAMES_TOLD;
  const noun = names.length === 1 ? 'the trust policy ' : 'the trust policies ';
  return [plain(noun), value(told), ...(more > 0 ? [plain(` and ${String(more)} more`)] : [])];
}

/** The names of the trust policies in a document; none where it is none. */
export function trustPolicyNames(document: PolicyBody['notary_policy_json']): string[] {
  const policies: unknown = document?.['trustPolicies'];
  if (!Array.isArray(policies)) return [];
  return policies.flatMap((policy: unknown) =>
    typeof policy === 'object' && policy !== null && 'name' in policy ? [String(policy.name)] : [],
  );
}

const ENDED_OR_NOT = plain(', ended or not');

function plain(text: string): SentencePart {
  return { text, isValue: false };
}
function value(text: string): SentencePart {
  return { text, isValue: true };
}
function days(count: number): SentencePart {
  return value(countOf(Math.abs(count), 'day'));
}
function day(on: string): SentencePart {
  return value(formatDay(on));
}
