import { policyFaults, TOO_EARLY, type PolicyFault } from '@/domain/policy/faults';
import { MAX_POLICY_DAYS, WRITTEN_NAMES } from '@/domain/policy/policy';
import { formatCount } from '@/lib/numbers';
import type { PolicyBody } from '@/features/policy/types';
import {
  bodyOf,
  daysIn,
  eolFields,
  failsEver,
  fieldsOf,
  type EolForm,
  type RuleEntry,
} from './eol/values';

/** The parts of a policy's sentence that can be wrong; `whole` is none of them alone. */
export type PolicyPart =
  'project' | 'product' | 'operator' | 'cycle' | 'warn' | 'deny' | 'start' | 'notary' | 'whole';

/** The fault of each part, in words. */
export type Problems = Readonly<Partial<Record<PolicyPart, string>>>;

/** The policy that a form says; its issues are at the parts of the form. */
export const eolPolicy = eolFields.transform((form, { addIssue }): PolicyBody => {
  for (const [part, message] of Object.entries(problemsIn(form))) {
    addIssue({ code: 'custom', path: [part], message });
  }
  return bodyOf(fieldsOf(form));
});

/** Finds the faults for which the server would refuse the draft, before it is asked. */
export function problemsIn(form: EolForm): Problems {
  const ruleProblems = {
    ...ruleProblem('warn', form.warn),
    ...ruleProblem('deny', form.deny),
    ...startProblem(form),
  };
  const others = policyFaults(fieldsOf(form)).flatMap((fault): [PolicyPart, string][] => {
    const part = partOf(fault);
    // A part that cannot be read is told of as that, not as missing.
    const isUnread = part === 'whole' && Object.keys(ruleProblems).length > 0;
    return isUnread
      ? []
      : [[part, fault.message === TOO_EARLY ? 'Choose a day from 1900 on.' : wordsFor(part, form)]];
  });
  return { ...Object.fromEntries(others), ...ruleProblems };
}

/** Returns the part that a fault of the server's is about. */
export function partAt(loc: readonly (string | number)[]): PolicyPart {
  return PARTS.get(String(loc[1])) ?? 'whole';
}

function ruleProblem(part: 'warn' | 'deny', entry: RuleEntry): Problems {
  if (entry.kind === 'days' || entry.kind === 'after') {
    const least = entry.kind === 'days' ? 0 : 1;
    const days = daysIn(entry);
    const isInside = days !== null && Math.abs(days) >= least && Math.abs(days) <= MAX_POLICY_DAYS;
    if (isInside) return {};
    return { [part]: `A whole number from ${String(least)} to ${formatCount(MAX_POLICY_DAYS)}.` };
  }
  return entry.kind === 'date' && entry.date === '' ? { [part]: 'Choose a day.' } : {};
}

function startProblem(form: EolForm): Problems {
  const { start } = form;
  if (!failsEver(form) || !start.isLater || start.date !== '') return {};
  return { start: 'Choose the first day on which builds fail.' };
}

function partOf({ field }: PolicyFault): PolicyPart {
  return (field && PARTS.get(WRITTEN_NAMES[field])) ?? 'whole';
}

function wordsFor(part: PolicyPart, { product }: EolForm): string {
  switch (part) {
    case 'project':
      return 'Name the project.';
    case 'product':
      return 'Name the product.';
    case 'cycle':
      return `One to three numbers, as ${product || 'the product'} counts its cycles: 3 or 3.10.`;
    case 'deny':
    case 'warn':
      return 'Builds would fail before they warn. Let the failure begin later, or the warning earlier.';
    default:
      return 'Say when builds warn, when they fail, or both.';
  }
}

/** The parts, by the names of what they say in the API. */
const PARTS: ReadonlyMap<string, PolicyPart> = new Map(
  Object.entries({
    project_name: 'project',
    product_name: 'product',
    cycle: 'cycle',
    cycle_operator: 'operator',
    warn_date: 'warn',
    warn_days: 'warn',
    deny_date: 'deny',
    deny_days: 'deny',
    deny_days_after: 'deny',
    denies_from: 'start',
    notary_policy_json: 'notary',
  }),
);

/** Makes a sentence of a fault of the server's: `Value error, the policy would deny …`. */
export function sentenceOf(message: string): string {
  const text = message.replace(/^Value error, /, '');
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
