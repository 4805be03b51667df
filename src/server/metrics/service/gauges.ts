import { monitorEventLoopDelay } from 'node:perf_hooks';
import { dayOf } from '@/domain/eol/calendar';
import { EOL_STATES } from '@/domain/eol/proximity';
import { findLastBackup } from '@/server/backup/service/scheduled';
import { findObstacle } from '@/server/health/service';
import { findDocumentMadeAt } from '@/server/catalog/service/facts';
import type { Deps } from '@/server/platform/deps';
import {
  countDisabledChannels,
  countFindings,
  countImages,
  countWaiting,
  findCatalogRead,
} from '../repository';
import type { Labels, MetricName, Reading } from './definitions';
import { Held } from './held';

/** Figures that take milliseconds, and those for which a table is read. */
const QUICK_MS = 5_000;
const SLOW_MS = 5 * 60_000;
/** Milliseconds that an answer waits for figures: Prometheus gives up after ten seconds. */
const WAIT_MS = 1_500;
const NANOSECONDS = 1e9;
/** Milliseconds between two looks at the event loop; node counts them as a part of the delay. */
const LOOP_MS = 20;

const DISABLED_REASONS = ['paused', 'gone', 'failing'] as const;

/** When a certificate that scanners meet ends. */
export interface CertificateEnd {
  readonly certificate: 'server' | 'authority';
  readonly at: Date;
}

export interface MeasuredDeps extends Pick<
  Deps,
  'catalog' | 'clock' | 'db' | 'ending' | 'env' | 'logger'
> {
  /** Left out where scanners have no listener of their own. */
  readonly certificateEnds?: (() => readonly CertificateEnd[]) | undefined;
  /** Left out where the service has no authority of its own. */
  readonly scannerAuthorities?: (() => number) | undefined;
}

export interface Gauges {
  read(): Promise<Reading[]>;
  stop(): void;
}

const reading = (name: MetricName, value: number, labels: Labels = {}): Reading => ({
  ...{ name, labels, value },
});

type Loop = ReturnType<typeof monitorEventLoopDelay>;

/** Makes the gauges of a process; from now on it is measured how late its event loop is. */
export function createGauges(deps: MeasuredDeps, version: string): Gauges {
  const loop = monitorEventLoopDelay({ resolution: LOOP_MS });
  loop.enable();
  const quick = held(deps, QUICK_MS, () => quickFigures(deps));
  const slow = held(deps, SLOW_MS, () => slowFigures(deps));
  return {
    async read() {
      const obstacle = deps.ending.aborted ? 'draining' : await findObstacle(deps);
      // Of a database that is away nothing is asked, and what it said before is no longer said.
      const figures = obstacle === null || obstacle === 'draining' ? [quick, slow] : [];
      const counted = await Promise.all(figures.map((one) => one.current(WAIT_MS)));
      return [
        reading('eventide_info', 1, { version }),
        reading('eventide_ready', obstacle === null ? 1 : 0),
        ...counted.flatMap((one) => one?.value ?? []),
        // Also of those that could never be counted: without them, nothing else of the database is told, and no alert fires.
        ...figures.map((one) =>
          reading('eventide_figures_age_seconds', one.ageSeconds, {
            figures: one === quick ? 'quick' : 'slow',
          }),
        ),
        ...ofProcess(deps, loop),
      ];
    },
    stop: () => {
      loop.disable();
    },
  };
}

function held(deps: MeasuredDeps, everyMs: number, read: () => Promise<Reading[]>) {
  const onFailure = (err: unknown) => {
    deps.logger.warn({ err }, 'figures could not be counted');
  };
  return new Held({ read, everyMs, onFailure });
}

async function quickFigures({ db, clock, env }: MeasuredDeps): Promise<Reading[]> {
  const at = clock.now();
  const now = at.getTime();
  const { backups } = env;
  const [waiting, disabled, { readAt, shippedAt }, madeAt, backup] = await Promise.all([
    countWaiting(db, at),
    countDisabledChannels(db),
    findCatalogRead(db, at),
    findDocumentMadeAt(db, at),
    backups && findLastBackup(db),
  ]);
  const ageOf = (since: Date | null) => (since ? Math.max(0, (now - since.getTime()) / 1000) : 0);
  // What is shipped is as old as the service: only where an address is to bring a newer one has it waited since then.
  const catalogAt = readAt ?? (env.catalogUrl === undefined ? null : shippedAt);
  // Until the first is made there has been none for as long as the service is there.
  const backedUpAt = backup ? new Date(backup.madeAt) : shippedAt;
  const byReason = new Map(disabled.map(({ reason, count }) => [reason, count]));
  return [
    ...waiting.flatMap(({ way, count, oldestAt }) => [
      reading('eventide_outbox_pending', count, { way }),
      reading('eventide_outbox_oldest_seconds', ageOf(oldestAt), { way }),
    ]),
    ...DISABLED_REASONS.map((reason) =>
      reading('eventide_channels_disabled', byReason.get(reason) ?? 0, { reason }),
    ),
    ...(env.catalogUrl !== undefined
      ? [reading('eventide_catalog_interval_seconds', env.catalogIntervalMs / 1000)]
      : []),
    ...(backups ? [reading('eventide_backup_interval_seconds', backups.intervalMs / 1000)] : []),
    ...(backups && backedUpAt ? [reading('eventide_backup_age_seconds', ageOf(backedUpAt))] : []),
    ...(catalogAt ? [reading('eventide_catalog_age_seconds', ageOf(catalogAt))] : []),
    ...(madeAt ? [reading('eventide_catalog_document_age_seconds', ageOf(madeAt))] : []),
  ];
}

async function slowFigures({ db, clock }: MeasuredDeps): Promise<Reading[]> {
  const counts = await countFindings(db, dayOf(clock.now()));
  const { organizations, images } = await countImages(db);
  const byState = new Map(counts.map(({ state, count }) => [state, count]));
  return [
    ...EOL_STATES.map((state) => reading('eventide_findings', byState.get(state) ?? 0, { state })),
    reading('eventide_organizations', organizations),
    reading('eventide_images', images),
  ];
}

function ofProcess(
  { db: { pool, replicas }, catalog, certificateEnds, scannerAuthorities, env }: MeasuredDeps,
  loop: Loop,
) {
  const lag = (quantile: string, nanoseconds: number) =>
    reading(
      'eventide_event_loop_lag_seconds',
      Math.max(0, nanoseconds / NANOSECONDS - LOOP_MS / 1000),
      { quantile },
    );
  const readings = [
    reading('eventide_database_connections', pool.totalCount - pool.idleCount, { state: 'used' }),
    reading('eventide_database_connections', pool.idleCount, { state: 'idle' }),
    reading('eventide_database_connections_limit', env.databasePoolSize),
    reading('eventide_database_waiting', pool.waitingCount),
    ...(certificateEnds?.() ?? []).map(({ certificate, at }) =>
      reading('eventide_scanner_certificate_end_timestamp_seconds', at.getTime() / 1000, {
        certificate,
      }),
    ),
    ...(scannerAuthorities ? [reading('eventide_scanner_authorities', scannerAuthorities())] : []),
    ...(replicas?.readings() ?? []).flatMap(({ place, isUsable, lagSeconds }) => {
      const labels = { replica: String(place) };
      return [
        reading('eventide_database_replica_usable', isUsable ? 1 : 0, labels),
        ...(lagSeconds === null
          ? []
          : [reading('eventide_database_replica_lag_seconds', lagSeconds, labels)]),
      ];
    }),
    reading('eventide_catalog_products', catalog.current().products.length),
    lag('0.5', loop.percentile(50)),
    lag('0.99', loop.percentile(99)),
    lag('1', loop.max),
  ];
  loop.reset();
  return readings;
}
