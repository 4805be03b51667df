import { addDays, type Day } from '@/domain/eol/calendar';
import type { EolPolicy, PolicyAction } from '../policy';

/**
 * The evaluation of a stock scanner, step by step as it runs, to be held against the service's own. It is
 * written from what is known of the scanner and shares nothing with the service's evaluation.
 */
export interface StockMatch {
  readonly productName: string;
  readonly cycle: string;
  /** As sent: `0001-01-01` when it is not known, by older scanners an empty text. */
  readonly eol: Day | '';
  readonly eolBool: boolean;
}

export interface StockResult {
  readonly productName: string;
  readonly cycle: string;
  readonly action: Exclude<PolicyAction, 'ALLOW'>;
}

/** @param policies as listed, oldest first */
export function runStockScanner(
  policies: readonly EolPolicy[],
  matches: readonly StockMatch[],
  projectName: string,
  now: Date,
): StockResult[] {
  const results: StockResult[] = [];
  const evaluated = new Set<string>();
  for (const policy of stableSorted(policies)) {
    for (const match of matches) {
      const { productName, cycle } = match;
      const conclude = (action: StockResult['action']) => {
        results.push({ productName, cycle, action });
        evaluated.add(productName);
      };
      if (match.eolBool) {
        conclude('WARN');
        continue;
      }
      if (evaluated.has(productName)) continue;
      if (policy.scope === 'software' && !coversCycle(policy, match)) continue;
      if (policy.scope === 'project' && policy.projectName !== projectName) continue;
      if (isPast(policy.denyDays, policy.denyOn, match, now)) conclude('DENY');
      else if (isPast(policy.warnDays, policy.warnOn, match, now)) conclude('WARN');
    }
  }
  return results;
}

/** The worst of its results: a build fails on one denial. */
export function stockAction(results: readonly StockResult[]): PolicyAction {
  if (results.some(({ action }) => action === 'DENY')) return 'DENY';
  return results.length > 0 ? 'WARN' : 'ALLOW';
}

/**
 * Go's stable sort inserts each element before those that it is less than, and the scanner calls a policy
 * less than one of its own scope: of equal scopes the last listed comes first.
 */
function stableSorted(policies: readonly EolPolicy[]): EolPolicy[] {
  const sorted: EolPolicy[] = [];
  for (const policy of policies) {
    let position = sorted.length;
    for (; position > 0; position -= 1) {
      const previous = sorted[position - 1];
      if (!previous || !isLess(policy, previous)) break;
    }
    sorted.splice(position, 0, policy);
  }
  return sorted;
}

function isLess(left: EolPolicy, right: EolPolicy): boolean {
  switch (left.scope) {
    case 'software':
      return true;
    case 'project':
      return right.scope !== 'software';
    case 'global':
      return right.scope === 'global';
  }
}

/** Semantic versions of one to three numbers; whatever is none is covered by nothing. */
function coversCycle(policy: EolPolicy, match: StockMatch): boolean {
  if (match.productName !== policy.productName) return false;
  const [wanted, given] = [versionOf(policy.cycle ?? ''), versionOf(match.cycle)];
  if (!wanted || !given) return false;
  const order = given < wanted ? -1 : Number(given > wanted);
  return { LT: order < 0, LTE: order <= 0, EQ: order === 0 }[policy.cycleOperator ?? 'EQ'];
}

/** Padded, so that texts compare as the versions do. */
function versionOf(text: string): string | null {
  const [, given, prerelease] = /^v?(\d+(?:\.\d+){0,2})(-[0-9A-Za-z.-]+)?$/.exec(text) ?? [];
  if (given === undefined) return null;
  const numbers = [...given.split('.'), '0', '0'].slice(0, 3);
  return (
    numbers.map((number) => number.replace(/^0+(?=\d)/, '').padStart(20, '0')).join('.') +
    (prerelease === undefined ? '~' : '-')
  );
}

const ZERO_TIME = '0001-01-01';

function isPast(days: number | null, date: Day | null, match: StockMatch, now: Date): boolean {
  // An empty text is no date to it: it says so in its log, and goes on.
  if (days !== null && match.eol === '') return false;
  const day = days === null || match.eol === '' ? date : daysBefore(match.eol, days);
  if (day === null || day === ZERO_TIME) return false;
  return day === 'long ago' || now.getTime() > Date.parse(`${day}T00:00:00Z`);
}

function daysBefore(eol: Day, days: number): Day | 'long ago' {
  // Beyond ten years the scanner counts forward instead.
  if (days > 3_650) return addDays(eol, 3_650);
  return eol === ZERO_TIME && days !== 0 ? 'long ago' : addDays(eol, -days);
}
