import {
  type Product,
  type ReleaseCycle,
  standardSupport,
  type SupportEnd,
} from '@/domain/catalog/catalog';
import type { CatalogView } from '@/domain/catalog/view';
import { addMonths, earlier, type Day } from '@/domain/eol/calendar';
import { statesAsOf, type EolState } from '@/domain/eol/proximity';
import { isLater, isNumbered, isPreferred, laterThan, reachableFrom } from './lines';

/** A release cycle that advice names, with what is known of it on the day of the advice. */
export interface AdvisedCycle {
  readonly name: string;
  readonly label: string;
  readonly lts: boolean;
  /** Null: it is supported, and no end is known. */
  readonly endsOn: Day | null;
  readonly state: EolState;
  readonly latestRelease: string | null;
  /** The vendor's notes on this cycle, not on the one that is left. */
  readonly releaseNotesUrl: string | null;
}

/**
 * Why there is nothing to move to.
 * `lasts`: the cycle itself is supported for more than a year, and nothing later lasts longer.
 * `within_a_year`: what comes later ends within a year; `about` is the newest of it.
 * `no_newer`: nothing later is supported.
 * `other_line`: only another line of the product is supported, which no upgrade reaches; `about` is of it.
 * `all_ended`: nothing of the product is supported any more; `about` is what ended last.
 * `hardware`: it is replaced, not upgraded.
 * `unknown_cycle`: the catalog has the product, and cannot tell what comes after this cycle.
 */
export const NO_TARGET_REASONS = [
  'lasts',
  'within_a_year',
  'no_newer',
  'other_line',
  'all_ended',
  'hardware',
  'unknown_cycle',
] as const;
export type NoTargetReason = (typeof NO_TARGET_REASONS)[number];

/** Where to move from a release cycle. Either there is a target, or there is a reason why not. */
export interface Advice {
  /** The supported cycle that lasts longest of those that an upgrade reaches. */
  readonly target: AdvisedCycle | null;
  /** The nearest that lasts two years or more, where the target is farther away. */
  readonly smallest: AdvisedCycle | null;
  readonly reason: NoTargetReason | null;
  /** The cycle that the reason speaks of: no target. */
  readonly about: AdvisedCycle | null;
  /** With nothing later that lasts: an older cycle that lasts more than a year, to go back to. */
  readonly older: AdvisedCycle | null;
}

/** Nothing that ends sooner is worth a move. */
const LASTING_MONTHS = 12;
/** A small step that would have to be made again next year is none. */
const SMALLEST_STEP_MONTHS = 24;

/**
 * Says where to move from a release cycle of a product, also from one that the catalog lacks, as long as it has a
 * number. Only what the vendor supports for nothing counts: an end that an organization set for itself may bring a
 * cycle's end forward, and never puts it off. Cycles for long-term support go before others, and of those the one
 * that ends last; of equal ends the nearest. One without a known end is named where none with a known end is, the
 * newest first. What is not released on the day, or only before its time, is nowhere to move to.
 * @param upstream the catalog's product, where `product` is the organization's own in its place
 */
export function adviseMove(
  { product, upstream }: { readonly product: Product; readonly upstream: Product | null },
  cycleName: string,
  today: Day,
): Advice {
  const advised = upstream ?? product;
  const known = knownCycles(advised, upstream ? product : null, today);
  const own = known.find(({ cycle }) => cycle.name === cycleName) ?? null;
  const toAdvised = advisedAsOf(today);
  const none = (
    reason: NoTargetReason,
    about: Known | null = null,
    older: Known | null = null,
  ): Advice => ({
    target: null,
    smallest: null,
    reason,
    about: about && toAdvised(about),
    older: older && toAdvised(older),
  });
  if (product.category === 'device') return none('hardware');
  if (!own && !isNumbered(cycleName)) return none('unknown_cycle');

  const lastingFrom = addMonths(today, LASTING_MONTHS);
  const isReachable = reachableFrom(advised, cycleName);
  const isLaterThanIt = laterThan(advised, cycleName);
  const reachable = known.filter(({ cycle }) => isReachable(cycle));
  const later = reachable
    .filter(({ cycle, isSupported }) => isSupported && isLaterThanIt(cycle))
    // The catalog's order is that of releases: 8.19 may have come out after 9.0.
    .toSorted((one, two) => (isLater(advised, two.cycle.name, one.cycle) ? -1 : 1));
  const candidates = later.filter(
    (one) => lasts(one, lastingFrom) && outlasts(one, own, lastingFrom),
  );
  const target = bestOf(advised, candidates);
  if (target) {
    const smallest = smallestStep(candidates, target, today);
    return {
      target: toAdvised(target),
      smallest: smallest && toAdvised(smallest),
      reason: null,
      about: null,
      older: null,
    };
  }
  if (own?.isSupported && lasts(own, lastingFrom)) return none('lasts');
  const others = reachable.filter((one) => one.isSupported && one !== own);
  const older = others.filter((one) => !later.includes(one) && lasts(one, lastingFrom));
  const stable = older.find(({ cycle }) => isPreferred(advised, cycle)) ?? older[0] ?? null;
  const [newest] = later;
  if (newest) return none('within_a_year', newest, stable);
  if (others.length > 0 || own?.isSupported) return none('no_newer', null, stable);
  const elsewhere = longestOf(known.filter(({ isSupported }) => isSupported));
  if (elsewhere) return none('other_line', elsewhere);
  const [last] = reachable.toSorted((one, other) => byEnd(other, one));
  return none(own || last ? 'all_ended' : 'unknown_cycle', last);
}

/**
 * Says where to move from what was found. Null where the catalog does not have the product.
 * @param found the product by any of its names
 */
export function adviceOn(
  view: Pick<CatalogView, 'productNamed' | 'upstreamOf'>,
  found: { readonly productName: string; readonly cycle: string },
  today: Day,
): Advice | null {
  const product = view.productNamed(found.productName);
  if (!product) return null;
  return adviseMove({ product, upstream: view.upstreamOf(product) }, found.cycle, today);
}

interface Known {
  readonly cycle: ReleaseCycle;
  /** As the vendor has it, or earlier where the organization says so. */
  readonly endsOn: Day | null;
  readonly isSupported: boolean;
  /** A day after which it is not supported in any case, where `endsOn` is not known. */
  readonly notAfter: Day | null;
}

/** A list asks about the same products on and on. */
const remembered = new WeakMap<
  Product,
  { readonly own: Product | null; readonly today: Day; readonly known: readonly Known[] }
>();

function knownCycles(product: Product, own: Product | null, today: Day): readonly Known[] {
  const last = remembered.get(product);
  if (last?.own === own && last.today === today) return last.known;
  const known = readCycles(product, own, today);
  remembered.set(product, { own, today, known });
  return known;
}

/** The cycles that are released on the day, newest first. */
function readCycles({ cycles }: Product, own: Product | null, today: Day): Known[] {
  const ownCycles = new Map(own?.cycles.map((cycle) => [cycle.name, cycle]));
  return cycles
    .filter((cycle) => isReleased(cycle, today))
    .map((cycle) => {
      const { endsOn, ended } = vendorsEnd(cycle);
      const owns = ownEnd(cycle, ownCycles.get(cycle.name));
      const extended = cycle.support.find(({ level }) => level === 'EXTENDED_SUPPORT');
      const extendedOn = extended?.override ? extended.override.catalogEndsOn : extended?.endsOn;
      const notAfter = earlier(extendedOn ?? null, owns.endsOn);
      const ends = endsOn && earlier(endsOn, owns.endsOn);
      const isOver = ended || owns.ended || (notAfter !== null && notAfter <= today);
      return {
        cycle,
        endsOn: ends,
        isSupported: ends === null ? !isOver : ends > today && !owns.ended,
        notAfter,
      };
    });
}

type End = Pick<SupportEnd, 'endsOn' | 'ended'>;
const NO_END: End = { endsOn: null, ended: false };

/** The end of standard support without what the organization has set. */
function vendorsEnd(cycle: ReleaseCycle): End {
  const standard = standardSupport(cycle);
  const override = standard?.override;
  return override
    ? { endsOn: override.catalogEndsOn, ended: override.catalogEnded }
    : (standard ?? NO_END);
}

/** The organization's own settings: a date for the cycle, or the cycle of a product of its own. */
function ownEnd(cycle: ReleaseCycle, ownCycle: ReleaseCycle | undefined): End {
  const override = standardSupport(cycle)?.override ? standardSupport(cycle) : null;
  return (ownCycle && standardSupport(ownCycle)) ?? override ?? NO_END;
}

/** Branches that are worked on, and releases before their time, in whatever place a catalog says so. */
const WORKS_IN_PROGRESS =
  /^stable\/|(?:^|[^a-z])(?:alpha|beta|rc|cr|pre|preview|snapshot|dev|devel|nightly|canary|milestone|ea|edge|sid|unstable|testing|rawhide|tumbleweed|rolling|trunk)(?![a-z])/i;
/** `3.15.0a2`, `4.2.0-M1`. */
const EARLY_RELEASE = /\d(?:a|b|-?m)\d+$/i;

/** Out by the day, and more than a foretaste of what is to come. A cycle that tells no day counts as out. */
function isReleased(
  { name, label, releasedOn, latestRelease, latestReleasedOn }: ReleaseCycle,
  today: Day,
): boolean {
  const outOn = releasedOn ?? latestReleasedOn;
  if (outOn !== null && outOn > today) return false;
  if (WORKS_IN_PROGRESS.test(name) || WORKS_IN_PROGRESS.test(label)) return false;
  return (
    latestRelease === null ||
    !(WORKS_IN_PROGRESS.test(latestRelease) || EARLY_RELEASE.test(latestRelease))
  );
}

function lasts({ endsOn, notAfter }: Known, after: Day): boolean {
  const bound = endsOn ?? notAfter;
  return bound === null || bound > after;
}

/**
 * Whether a move pays: the cycle that is left does not last as long by itself. What has no known end is not known to
 * last longer than anything that lasts.
 */
function outlasts({ endsOn }: Known, left: Known | null, lastingFrom: Day): boolean {
  if (!left?.isSupported) return true;
  if (endsOn === null) return !lasts(left, lastingFrom);
  return left.endsOn !== null && endsOn > left.endsOn;
}

/**
 * Orders by the later end, no known end first; of equals the nearest, which is as good and less work.
 * @param known newest first
 */
function longestOf(known: readonly Known[]): Known | null {
  return known.toSorted(byEnd).at(-1) ?? null;
}

function byEnd(one: Known, other: Known): number {
  const [left, right] = [one.endsOn ?? '', other.endsOn ?? ''];
  return left < right ? -1 : Number(left > right);
}

/** @param candidates newest first */
function bestOf(product: Product, candidates: readonly Known[]): Known | null {
  const preferred = candidates.filter(({ cycle }) => isPreferred(product, cycle));
  const eligible = preferred.length > 0 ? preferred : candidates;
  const dated = eligible.filter(({ endsOn }) => endsOn !== null);
  return longestOf(dated) ?? eligible[0] ?? null;
}

/** @param candidates newest first */
function smallestStep(candidates: readonly Known[], target: Known, today: Day): Known | null {
  const from = addMonths(today, SMALLEST_STEP_MONTHS);
  const nearer = candidates.slice(candidates.indexOf(target) + 1);
  return nearer.findLast(({ endsOn }) => endsOn !== null && endsOn >= from) ?? null;
}

function advisedAsOf(today: Day): (known: Known) => AdvisedCycle {
  const stateOf = statesAsOf(today);
  return ({ cycle, endsOn, isSupported }) => ({
    name: cycle.name,
    label: cycle.label,
    lts: cycle.lts,
    endsOn,
    state: isSupported || endsOn !== null ? stateOf(endsOn) : 'ended',
    latestRelease: cycle.latestRelease,
    releaseNotesUrl: cycle.releaseNotesUrl,
  });
}
