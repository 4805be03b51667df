import type { Day } from '@/domain/eol/calendar';
import { verdictOn, type Verdict } from '@/domain/policy/dated-rules';
import { scannerDifference, type ScannerDifference } from '@/domain/policy/scanner-rules';
import type { PolicySet } from '@/domain/policy/policy-set';
import type { JudgedSoftware } from './judge-software';
import type { PairedSoftware } from './queries';

/** Software that a stock scanner, run with these policies, decides on otherwise. */
export interface DifferingSoftware {
  readonly judged: JudgedSoftware;
  readonly difference: ScannerDifference;
}

/** What a scanner decides otherwise of a cycle by itself. */
export function differencesByCycle(
  software: readonly JudgedSoftware[],
  today: Day,
): DifferingSoftware[] {
  return software.flatMap((judged) => {
    const { software: cycle, after, scanners } = judged;
    const difference = scannerDifference(cycle, after, scanners, today);
    return difference ? [{ judged, difference }] : [];
  });
}

/** Cycles of one product of which a scanner may show the warning and not the denial. */
export interface HidingPair {
  readonly denied: readonly JudgedSoftware[];
  readonly warned: readonly JudgedSoftware[];
}

/**
 * Products of which a scanner denies one cycle and warns of another, by a policy that it comes to no later:
 * in an image that holds both it has one result for the product, and that may be the warning.
 */
export function hidingPairs(
  software: readonly JudgedSoftware[],
  policies: PolicySet,
  today: Day,
): HidingPair[] {
  const { ranks } = policies;
  const rankOf = ({ software: { scannerEnded } }: JudgedSoftware, { decision }: Verdict) =>
    // What it calls ended it warns of before it comes to any policy.
    scannerEnded || !decision ? -1 : (ranks.get(decision.policy.id) ?? -1);
  const products = new Map<string, JudgedSoftware[]>();
  for (const judged of software) {
    const key = `${String(judged.set)} ${judged.software.productName}`;
    const known = products.get(key);
    if (known) known.push(judged);
    else products.set(key, [judged]);
  }
  return [...products.values()].flatMap((ofProduct) => {
    const decided = ofProduct.map((judged) => ({
      judged,
      verdict: verdictOn(judged.scanners, today),
    }));
    const ranked = (action: Verdict['action']) =>
      decided
        .filter(({ verdict }) => verdict.action === action)
        .map(({ judged, verdict }) => ({ judged, rank: rankOf(judged, verdict) }));
    const [denials, warnings] = [ranked('DENY'), ranked('WARN')];
    const latest = Math.max(...denials.map(({ rank }) => rank));
    const warned = warnings.filter(({ rank }) => rank <= latest).map(({ judged }) => judged);
    if (denials.length === 0 || warned.length === 0) return [];
    return [{ denied: denials.map(({ judged }) => judged), warned }];
  });
}

/** The software of some pairs, to look for images that hold both sides. */
export function softwareOfPairs(pairs: readonly HidingPair[]): PairedSoftware[] {
  return pairs.flatMap(({ denied, warned }, pair) => {
    const sideOf = (side: PairedSoftware['side']) => (judged: JudgedSoftware) => ({
      pair,
      set: judged.set,
      softwareId: judged.software.id,
      side,
    });
    return [...denied.map(sideOf('denied')), ...warned.map(sideOf('warned'))];
  });
}
