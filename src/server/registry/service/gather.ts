import pLimit from 'p-limit';
import { dayOf, type Day } from '@/domain/eol/calendar';
import { isDomainError } from '@/domain/errors';
import { isTold, READ_EVERY_DAYS, TOLD_FOR_DAYS } from '@/domain/registry/age';
import {
  PACKAGE_ECOSYSTEMS,
  packageOfPurl,
  type PackageEcosystem,
  type PackageVersion,
} from '@/domain/registry/component';
import { isUnreadableAnswer } from '@/domain/registry/evidence';
import { packageFacts, type PackageFacts } from '@/domain/registry/package-facts';
import type { RegistryProgress } from '@/domain/registry/progress';
import { packageVerdict, type PackageVerdict } from '@/domain/registry/verdict';
import type { FailureKind } from '@/domain/registry/words';
import type { Env } from '@/env';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { findOrganizationIds } from '@/server/platform/db/organizations';
import type { Delay } from '@/server/platform/delay';
import { isValueRefusal } from '@/server/platform/db/connection-errors';
import type { Deps } from '@/server/platform/deps';
import { giveTurns, type Turns } from '@/server/platform/jobs/turns';
import { findDatedByScanners } from '../repository/judged';
import {
  type ComponentVerdict,
  findGathering,
  findPackages,
  type PackagedComponent,
  packagedComponents,
  prunePackages,
  saveGathering,
  savePackage,
  savePackageFailure,
  saveVerdicts,
} from '../repository/packages';
import { RegistryFailure } from './base';
import type { Budget } from './budget';
import { type Budgets, findBudgets, keepBudgets } from './budgets';
import { countInventories } from './judged';
import { createNews, isJudgedAnew, type News, type TellOfJudged } from './news';
import { packageKeyOf } from './package-key';
import { type PackageSource, packageSources } from './package-sources';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const ANSWER_LIFETIME_MS = READ_EVERY_DAYS * DAY_MS;
const FAILURE_LIFETIME_MS = HOUR_MS;
/** After that, what nobody holds any more is forgotten: it is not told any more. */
export const KEPT_AFTER_DUE_MS = (TOLD_FOR_DAYS - READ_EVERY_DAYS) * DAY_MS;
const READ_AT_ONCE = 1_000;
/** Packages of all registries that are asked about at a time. */
const CONCURRENCY = 4;
/** Milliseconds between two looks at what is held, where every registry has been asked. */
const LOOK_EVERY_MS = 15 * 60 * 1000;

export type GatheringDeps = Pick<Deps, 'db' | 'clock' | 'logger'>;

export interface GatheringParts {
  readonly env: Pick<Env, 'registryUrls' | 'registryRequestsPerHour'>;
  readonly fetch: typeof fetch;
  readonly delay: Delay;
  /** Tells an organization what of its packages is judged that was not, or otherwise. */
  readonly tell: TellOfJudged;
}

/** A registry with what it may still be asked. */
interface Asked {
  readonly source: PackageSource;
  readonly budget: Budget;
}

/** Gathers what registries say of what is held; see {@link createGathering}. */
export interface Gathering {
  /** Whether any registry is configured. Else nothing is asked, and nothing is looked at. */
  readonly isOn: boolean;
  /**
   * One round: asks about what is due, as far as budgets go, and judges what every organization holds. One that fails keeps
   * no other from its turn; all have theirs again with the next round.
   * @throws DomainError 503 where the database takes nothing
   */
  round(signal: AbortSignal): Promise<Turns>;
}

/**
 * Makes what asks configured registries, and no others, about the packages that inventories hold. A request takes one of its
 * registry's budget, which is that of all processes together; where nothing is left of it, what was not begun waits for a later
 * round.
 */
export function createGathering(deps: GatheringDeps, parts: GatheringParts): Gathering {
  const { clock } = deps;
  const { registryUrls, registryRequestsPerHour: perHour } = parts.env;
  const configured = PACKAGE_ECOSYSTEMS.filter(
    (name) => perHour > 0 && registryUrls[name] !== undefined,
  );
  let nextLookMs = 0;
  /** The first that the budgets did not reach for in the round before: the next one begins behind it. */
  let cutShort: OrganizationId | null = null;
  return {
    isOn: configured.length > 0,
    round: async (signal) => {
      const nowMs = clock.now().getTime();
      const restMs = nextLookMs - nowMs;
      // Longer than between any two looks: the clock was set back.
      const isToWait = restMs > 0 && restMs <= LOOK_EVERY_MS;
      if (configured.length === 0 || isToWait) return { failed: 0 };
      const budgets = await findBudgets(deps, configured, { perHour, atOnce: CONCURRENCY });
      const registries = registriesOf(parts, budgets, signal);
      const waiting = new Set<PackageEcosystem>();
      let firstWaiting: OrganizationId | null = null;
      const away = new AbortController();
      const take = async (id: OrganizationId) => {
        const look = new Look({ ...deps, tell: parts.tell }, id, registries, signal);
        try {
          const left = await look.goThrough();
          if (left.size > 0) firstWaiting ??= id;
          for (const ecosystem of left) waiting.add(ecosystem);
        } catch (error) {
          // What is asked for the others could not be kept either.
          if (isDomainError(error) && error.code === 'unavailable') away.abort(error);
          throw error;
        } finally {
          await keepBudgets(deps, budgets);
        }
      };
      const failure = 'registries could not be asked about what an organization holds';
      const ids = beginningBehind(await findOrganizationIds(deps.db), cutShort);
      const ending = AbortSignal.any([signal, away.signal]);
      const turns = await giveTurns(deps, ids, take, { failure, signal: ending });
      cutShort = firstWaiting;
      await prunePackages(deps.db, new Date(nowMs - KEPT_AFTER_DUE_MS));
      const opensMs = turns.failed > 0 ? 0 : firstOpenMs(budgets, waiting);
      nextLookMs = Math.min(opensMs, nowMs + LOOK_EVERY_MS);
      return turns;
    },
  };
}

/** When the first of some registries may be asked again; never without any. None is worth a look at all that is held before it. */
function firstOpenMs(budgets: Budgets, waiting: ReadonlySet<PackageEcosystem>): number {
  const opens = [...waiting].map((name) => budgets.get(name)?.state().pausedUntil?.getTime() ?? 0);
  return Math.min(Infinity, ...opens);
}

/**
 * Has the organizations behind one go first: who holds more packages than a registry's budget has for would else leave nothing of
 * it, round after round, to those that come later. Ids are in the order in which organizations came to be.
 */
function beginningBehind(
  ids: readonly OrganizationId[],
  last: OrganizationId | null,
): readonly OrganizationId[] {
  if (last === null) return ids;
  return [...ids.filter((id) => id > last), ...ids.filter((id) => id <= last)];
}

function registriesOf(
  { env, fetch, delay }: GatheringParts,
  budgets: Budgets,
  stopped: AbortSignal,
): ReadonlyMap<PackageEcosystem, Asked> {
  const each = [...budgets].flatMap(([ecosystem, budget]) =>
    packageSources(
      { registryUrls: { [ecosystem]: env.registryUrls[ecosystem] } },
      { fetch: counted(fetch, budget), delay, stopped },
    ).map((source) => [ecosystem, { source, budget }] as const),
  );
  return new Map(each);
}

/** Sends as many requests as the budget has. */
function counted(send: typeof fetch, budget: Budget): typeof fetch {
  return (...request) =>
    budget.take() ? send(...request) : Promise.reject(new RegistryFailure('budget'));
}

/** What a registry said of a package, when it was read, and since when without a gap. */
interface Reading {
  readonly facts: PackageFacts;
  readonly readOn: Day;
  readonly knownSince: Date;
}
/** Null: lately, in a form that this version does not read. */
type Read = Reading | null;

interface Held {
  readonly component: PackagedComponent;
  readonly version: PackageVersion;
  readonly key: string;
}

/** One look at what an organization holds. */
class Look {
  private readonly packages = new Map<string, PackageEcosystem>();
  private readonly known = new Set<string>();
  private dated: ReadonlySet<string> = new Set();
  private news: News | null = null;

  constructor(
    private readonly deps: GatheringDeps & Pick<GatheringParts, 'tell'>,
    private readonly organizationId: OrganizationId,
    private readonly registries: ReadonlyMap<PackageEcosystem, Asked>,
    private readonly signal: AbortSignal,
  ) {}

  /** Goes through its components. @returns the registries that packages wait to be asked about at */
  async goThrough(): Promise<ReadonlySet<PackageEcosystem>> {
    const { db, clock } = this.deps;
    this.dated = new Set(await findDatedByScanners(this.organizationId, db));
    const before = await findGathering(this.organizationId, db);
    // At the first look everything would be news.
    this.news = before && createNews(this.deps, this.organizationId, before.lookedAt);
    let after: string | null = null;
    const waiting = new Set<PackageEcosystem>();
    for (;;) {
      this.signal.throwIfAborted();
      const page: PackagedComponent[] = await packagedComponents(
        this.organizationId,
        db,
        after,
        READ_AT_ONCE,
      );
      for (const ecosystem of await this.judgePage(page)) waiting.add(ecosystem);
      if (this.news?.isMuch()) await this.news.tell();
      const last = page.at(-1);
      if (!last) break;
      after = last.id;
    }
    await this.news?.tell();
    await countInventories(this.organizationId, db, this.signal);
    await saveGathering(this.organizationId, db, {
      ...{ packages: this.packages.size, known: this.known.size, lookedAt: clock.now() },
      registries: [...this.registries].map(([ecosystem, asked]) =>
        this.progressOf(ecosystem, asked),
      ),
    });
    return waiting;
  }

  /** Tells how far one registry has been asked, and how it fares. */
  private progressOf(ecosystem: PackageEcosystem, { budget }: Asked): RegistryProgress {
    const own = [...this.packages].filter(([, of]) => of === ecosystem);
    const { perHour, pausedUntil, failure } = budget.state();
    return {
      ...{ ecosystem, perHour, packages: own.length },
      known: own.filter(([key]) => this.known.has(key)).length,
      pausedUntil: pausedUntil?.toISOString() ?? null,
      failure,
    };
  }

  private async judgePage(
    page: readonly PackagedComponent[],
  ): Promise<ReadonlySet<PackageEcosystem>> {
    const { db, clock } = this.deps;
    const held = page.flatMap((component) => this.heldOf(component) ?? []);
    const { readings, waiting } = await this.readingsOf(held);
    const verdicts = new Map<string, { verdict: PackageVerdict | null; knownSince: Date }>();
    const kept = new Set<string>();
    for (const { component, version, key } of held) {
      this.packages.set(key, version.ecosystem);
      const read = readings.get(key);
      // It keeps its own until it is read again, which is soon.
      if (read === null) kept.add(component.id);
      if (!read) continue;
      this.known.add(key);
      const verdict = packageVerdict(read.facts, version, read.readOn);
      verdicts.set(component.id, { verdict, knownSince: read.knownSince });
    }
    const checkedAt = clock.now();
    const changed = page.flatMap(({ id, ...stored }): ComponentVerdict[] => {
      if (kept.has(id)) return [];
      // What the catalog tells now, what no registry is asked about any more, and what none has answered for long have no fact.
      const made = verdicts.get(id) ?? null;
      const verdict = made?.verdict ?? null;
      if (isSame(stored, verdict)) return [];
      const change = verdict ? { id, verdict, checkedAt } : { id, verdict };
      if (!this.news || !made || !isJudgedAnew(stored, made, this.news.lookedAt)) return [change];
      this.news.add(change, stored.purl);
      return [];
    });
    if (changed.length > 0)
      await db.transaction((tx) => saveVerdicts(this.organizationId, tx, changed));
    return waiting;
  }

  private heldOf(component: PackagedComponent): Held | null {
    const { id, purl, matchState, matchCycleKey } = component;
    // What the catalog, the organization or a scanner tells the end of is known better.
    if (purl === null || matchCycleKey !== null || this.dated.has(id)) return null;
    if (matchState !== 'unknown' && matchState !== 'vendor') return null;
    const version = packageOfPurl(purl);
    if (!version || !this.registries.has(version.ecosystem)) return null;
    return { component, version, key: packageKeyOf(version) };
  }

  /** Finds what registries said of packages lately, after they were asked about those that are due. */
  private async readingsOf(held: readonly Held[]) {
    const { db, clock } = this.deps;
    const byKey = new Map(held.map((one) => [one.key, one]));
    const stored = await findPackages(db, [...byKey.keys()]);
    const nowMs = clock.now().getTime();
    const today = dayOf(clock.now());
    const readings = new Map<string, Read>();
    const fresh = new Set<string>();
    const since = new Map<string, Date>();
    for (const { key, facts: document, checkedAt, refreshAfter, knownSince } of stored) {
      const readOn = checkedAt && dayOf(checkedAt);
      if (readOn && knownSince && isTold(readOn, today)) {
        const read = packageFacts.safeParse(document);
        readings.set(key, read.success ? { facts: read.data, readOn, knownSince } : null);
        since.set(key, knownSince);
      }
      if (refreshAfter.getTime() > nowMs) fresh.add(key);
    }
    const limit = pLimit(CONCURRENCY);
    const waiting = new Set<PackageEcosystem>();
    await Promise.all(
      [...byKey.values()].map(({ key, version }) =>
        limit(async () => {
          if (fresh.has(key) || this.signal.aborted) return;
          const knownSince = since.get(key) ?? clock.now();
          const answer = await this.ask(key, version, knownSince);
          if (answer === 'waits') waiting.add(version.ecosystem);
          else if (answer !== null) readings.set(key, { facts: answer, readOn: today, knownSince });
        }),
      ),
    );
    return { readings, waiting };
  }

  /** Asks about one package, and keeps what came; null where nothing usable did. */
  private async ask(
    key: string,
    asked: PackageVersion,
    knownSince: Date,
  ): Promise<PackageFacts | 'waits' | null> {
    const { db, clock, logger } = this.deps;
    const registry = this.registries.get(asked.ecosystem);
    if (!registry?.budget.isOpen()) return 'waits';
    const { source, budget } = registry;
    const after = (durationMs: number) => new Date(clock.now().getTime() + durationMs);
    try {
      const facts = await source.factsOf(asked);
      budget.noteAnswer();
      const times = { checkedAt: clock.now(), refreshAfter: after(ANSWER_LIFETIME_MS), knownSince };
      await savePackage(db, key, facts, times).catch((error: unknown) => {
        // One package must not keep all that come after it from being asked about, in this round and each later one.
        if (!isValueRefusal(error)) throw error;
        throw new RegistryFailure('unreadable', 'facts that cannot be kept');
      });
      return facts;
    } catch (error) {
      if (this.signal.aborted) return null;
      if (error instanceof RegistryFailure && error.kind === 'budget') return 'waits';
      if (!(error instanceof RegistryFailure) && !isUnreadableAnswer(error)) throw error;
      logger.warn(
        { ecosystem: asked.ecosystem, failure: error.message },
        'a registry gave no usable answer',
      );
      const failed = error instanceof RegistryFailure ? error : null;
      budget.noteFailure(failureKind(failed), failed?.concernsRegistry ?? false);
      await savePackageFailure(db, key, after(FAILURE_LIFETIME_MS));
      return null;
    }
  }
}

/** The kind of a failure as it is told of; null: an answer that cannot be read. */
function failureKind(failed: RegistryFailure | null): FailureKind {
  return failed === null || failed.kind === 'budget' ? 'unreadable' : failed.kind;
}

function isSame(component: Omit<PackagedComponent, 'id'>, verdict: PackageVerdict | null): boolean {
  if (verdict === null) return component.degree === null;
  return (
    component.degree === verdict.degree &&
    component.kind === verdict.kind &&
    component.message === verdict.message &&
    component.successor === verdict.successor &&
    component.url === verdict.url &&
    component.releasedOn === verdict.releasedOn
  );
}
