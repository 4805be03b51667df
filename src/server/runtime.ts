import type pg from 'pg';
import { loadEnv, type LoadedEnv } from '@/env';
import { isDomainError } from '@/domain/errors';
import { configuredDatabase } from './platform/db/configured';
import { isConnectionError } from './platform/db/connection-errors';
import { openDatabase, type Database } from './platform/db/db';
import { scheduleBackups } from './backup/jobs';
import { startEmbeddedPostgres } from './platform/db/embedded/embedded';
import { migrateForApp } from './platform/db/migrate-for-app';
import { systemDelay } from './platform/delay';
import { unlessAborted } from './platform/unless-aborted';
import { resolveAuthSecret } from './platform/auth/auth-secret';
import { createCatalogStore } from './catalog/service/store';
import { scheduleOwnersByNamespace } from './cluster/jobs';
import { keepOlderLines } from './catalog/service/older-lines';
import { loadStarter } from './catalog/service/starter';
import { scheduleForgettingChanges } from './change/jobs';
import { catalogUpdaterOf } from './catalog/service/updater';
import { systemClock } from './platform/clock';
import { endBackground } from './platform/jobs/background';
import { endAll } from './platform/jobs/end-all';
import type { Deps } from './platform/deps';
import { prepareEveryRequest } from './platform/http/every-request';
import { configuredDirectory } from './identity-provider/service/configured-directory';
import { scheduleCatalogUpdates, scheduleEnds, scheduleSourceReadings } from './catalog/jobs';
import { scheduleDelivery } from './channel/jobs';
import { scheduleDigests } from './message-rule/jobs';
import { scheduleDirectoryMemberships } from './identity-provider/jobs';
import { scheduleInventoryMatching } from './inventory/jobs';
import { scheduleLetters } from './inbox/jobs';
import { schedulePulls } from './companion/jobs';
import { scheduleContracts } from './contract/jobs';
import { coverBegun } from './contract/service/notices';
import { scheduleAddingUp } from './holding/jobs';
import { scheduleKeepingMonths } from './analytics/jobs';
import { scheduleMeasuring } from './knowledge/jobs';
import { scheduleNotices } from './notice/jobs';
import { tellOfJudged } from './notice/service/judged';
import { schedulePacks } from './pack/jobs';
import { scheduleRetention } from './retention/jobs';
import { scheduleRetirements } from './retirement/jobs';
import { scheduleRejudging } from './scan/jobs';
import { scheduleWaiverMails, scheduleWaiverNotices } from './waiver/jobs';
import { createLogger, type Logger } from './platform/log';
import { mailerOf } from './platform/mail/smtp-mailer';
import { configuredFetch } from './platform/outbound/configured-fetch';
import { outgoingClient } from './platform/outbound/outgoing-client';
import { scheduleGathering } from './registry/jobs';
import { createRegistryEvidence } from './registry/service/evidence';
import { bodyBudgetOf } from './platform/http/body-budget';
import { RUNTIME_KEY } from './runtime-key';
import { prepareInstallation } from '@/server/setup/service/prepare-installation';

/** Everything that runs for as long as the process does. */
export interface Runtime {
  readonly deps: Deps;
  /** Says that the process ends soon: from now on `/readyz` says no. */
  announceEnd(): void;
  /**
   * Ends it all in order, the embedded database last. What does not end in time is left.
   * @param hurry aborted when nothing is to be waited for any longer but the embedded database
   */
  stop(hurry?: AbortSignal): Promise<void>;
}

/**
 * Milliseconds until work that goes on is left: mails, what others answer, batches. All of it bears to be killed. With the ten
 * seconds of requests under way, and those that follow here, less than the twenty that the unit, Compose and the chart leave.
 */
const JOBS_END_MS = 5_000;
const CATALOG_END_MS = 500;
const DATABASE_END_MS = 2_000;

const shared = globalThis as typeof globalThis & { [RUNTIME_KEY]?: Promise<Runtime> };

/**
 * Starts what the process runs on, once; later calls, from whichever bundle, get the same.
 * @param prepare makes the migrated database one that a person can sign in to
 * @param signal breaks the start off: what has been started is ended in order, and the signal's reason thrown
 */
export function startRuntime(
  env?: LoadedEnv,
  prepare: (deps: Deps) => Promise<void> = prepareInstallation,
  signal?: AbortSignal,
): Promise<Runtime> {
  shared[RUNTIME_KEY] ??= start(env ?? loadEnv(), prepare, signal);
  return shared[RUNTIME_KEY];
}

/** Gets the dependencies of services, for code that Next calls. */
export async function getDeps(): Promise<Deps> {
  return (await startRuntime()).deps;
}

async function start(
  configured: LoadedEnv,
  prepare: (deps: Deps) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<Runtime> {
  const logger = createLogger(configured.logLevel);
  const {
    databaseOwnerUrl: _owner,
    databaseDirectUrl: _direct,
    databaseReplicaUrl: _replica,
    ...rest
  } = configured;
  const env = { ...rest, authSecret: await resolveAuthSecret(configured) };
  prepareEveryRequest(env, logger);
  const started = new AbortController();
  const sayWhy = () => {
    logger.info('stopping: the start is broken off');
  };
  signal?.addEventListener('abort', sayWhy, { once: true, signal: started.signal });
  if (signal?.aborted) sayWhy();
  const { db, stop } = await startDatabase(configured, logger, signal);
  const catalog = createCatalogStore(db, logger, systemClock);
  const ending = new AbortController();
  const endRest = async (hurry?: AbortSignal) => {
    const rest = { 'the catalog': () => catalog.stop() };
    await endAll(rest, { withinMs: CATALOG_END_MS, logger, hurry });
    await stop();
  };
  try {
    const fetch = configuredFetch(env);
    const clock = systemClock;
    const registry = createRegistryEvidence({ env, db, clock, logger, fetch, delay: systemDelay });
    const deps: Deps = {
      env,
      db,
      clock,
      logger,
      identityProvider: configuredDirectory({ env, clock, logger, fetch }),
      mailer: mailerOf(env, logger),
      registry,
      outgoing: outgoingClient(env.outgoingAllowed),
      ending: ending.signal,
      bodyBudget: bodyBudgetOf(env),
      catalog,
    };
    await unlessAborted(signal, () => startCatalog(deps));
    await unlessAborted(signal, () => prepare(deps));
    const jobs = scheduleJobs(deps, {
      gathering: { env, fetch, delay: systemDelay, tell: tellOfJudged },
    });
    started.abort();
    return {
      deps,
      announceEnd: () => {
        ending.abort();
      },
      stop: async (hurry) => {
        const beside = {
          ...jobs,
          'what is known of registries': () => registry.stop(),
          'work in the background': (late: AbortSignal) => endBackground(deps, late),
        };
        await endAll(beside, { withinMs: JOBS_END_MS, logger, hurry });
        await endRest(hurry);
      },
    };
  } catch (error) {
    await endRest();
    throw error;
  }
}

/**
 * Begins all that is done beside the requests, in this order.
 * @returns what ends each, by its name in the log
 */
function scheduleJobs(
  deps: Deps,
  { gathering }: { readonly gathering: Parameters<typeof scheduleGathering>[1] },
) {
  return {
    'updates of the catalog': scheduleCatalogUpdates(catalogUpdaterOf(deps), deps.logger),
    'matching of images': scheduleInventoryMatching(deps),
    'owners by namespace': scheduleOwnersByNamespace(deps),
    'memberships at the identity provider': scheduleDirectoryMemberships(deps),
    'notices of waivers': scheduleWaiverNotices(deps),
    'mails on waivers': scheduleWaiverMails(deps),
    contracts: scheduleContracts(deps),
    'delivery of messages': scheduleDelivery(deps),
    letters: scheduleLetters(deps),
    digests: scheduleDigests(deps),
    'pulls from companions': schedulePulls(deps),
    'readings of sources': scheduleSourceReadings(deps),
    ends: scheduleEnds(deps, coverBegun),
    notices: scheduleNotices(deps),
    packs: schedulePacks(deps),
    'judging anew': scheduleRejudging(deps),
    retirements: scheduleRetirements(deps),
    retention: scheduleRetention(deps),
    'forgetting of changes': scheduleForgettingChanges(deps),
    'adding up': scheduleAddingUp(deps),
    'keeping of months': scheduleKeepingMonths(deps),
    'asking of registries': scheduleGathering(deps, gathering),
    measuring: scheduleMeasuring(deps),
    backups: scheduleBackups(deps),
  };
}

/**
 * A starter catalog that cannot be loaded is a loss, not a reason not to start. Where the database has gone meanwhile it is one:
 * the next start loads it, while this one would go on with the catalog before.
 */
async function startCatalog(deps: Deps): Promise<void> {
  await loadStarter(deps).catch((err: unknown) => {
    if (isDomainError(err) && isConnectionError(err.cause)) throw err;
    deps.logger.error({ err }, 'the starter catalog cannot be loaded');
  });
  await keepOlderLines(deps);
  await deps.catalog.start();
}

/** Starts or reaches the database, and migrates it. */
async function startDatabase(
  env: LoadedEnv,
  logger: Logger,
  signal: AbortSignal | undefined,
): Promise<{ db: Database; stop: () => Promise<void> }> {
  const poolSize = env.databasePoolSize;
  const configured = await unlessAborted(signal, () => configuredDatabase(env));
  if (configured) {
    const db = openDatabase({
      ...configured.app,
      replicas: configured.replicas,
      ...{ poolSize, logger },
    });
    const { owner } = configured;
    return migrated(db, { owner, logger, signal, stop: () => closed(db, logger) });
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    mayMove: !env.dataDirIsChosen,
    durable: true,
    ...{ poolSize, logger, signal },
  });
  const db = openDatabase({ connection: embedded.connection, poolSize, logger });
  const stop = async () => {
    await closed(db, logger);
    await embedded.stop();
  };
  return migrated(db, { owner: embedded.owner.connection, logger, signal, stop });
}

/** Closes it in time: what fails is logged, so that the embedded server is ended all the same. */
async function closed(db: Database, logger: Logger): Promise<void> {
  await db.close(DATABASE_END_MS).catch((err: unknown) => {
    logger.error({ err }, 'the database could not be closed in order');
  });
}

interface Migrating {
  readonly owner: pg.ClientConfig | null;
  readonly logger: Logger;
  readonly signal: AbortSignal | undefined;
  readonly stop: () => Promise<void>;
}

async function migrated(db: Database, { owner, logger, signal, stop }: Migrating) {
  try {
    // Its connection ends with the embedded server, or with the process: what it has not committed is undone then.
    await unlessAborted(signal, () => migrateForApp({ app: db, owner, logger }));
    await unlessAborted(signal, async () => db.replicas?.start());
    return { db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
