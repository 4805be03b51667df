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
import { resolveAuthSecret } from './platform/auth/auth-secret';
import { createCatalogStore } from './catalog/service/store';
import { scheduleOwnersByNamespace } from './cluster/jobs';
import { keepOlderLines } from './catalog/service/older-lines';
import { loadStarter } from './catalog/service/starter';
import { scheduleForgettingChanges } from './change/jobs';
import { catalogUpdaterOf } from './catalog/service/updater';
import { systemClock } from './platform/clock';
import { backgroundDone } from './platform/jobs/background';
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
  /** Ends it all in order; the embedded database last. */
  stop(): Promise<void>;
}

const shared = globalThis as typeof globalThis & { [RUNTIME_KEY]?: Promise<Runtime> };

/**
 * Starts what the process runs on, once; later calls, from whichever bundle, get the same.
 * @param prepare makes the migrated database one that a person can sign in to
 */
export function startRuntime(
  env?: LoadedEnv,
  prepare: (deps: Deps) => Promise<void> = prepareInstallation,
): Promise<Runtime> {
  shared[RUNTIME_KEY] ??= start(env ?? loadEnv(), prepare);
  return shared[RUNTIME_KEY];
}

/** Gets the dependencies of services, for code that Next calls. */
export async function getDeps(): Promise<Deps> {
  return (await startRuntime()).deps;
}

async function start(
  configured: LoadedEnv,
  prepare: (deps: Deps) => Promise<void>,
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
  const { db, stop } = await startDatabase(configured, logger);
  const catalog = createCatalogStore(db, logger, systemClock);
  const ending = new AbortController();
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
    await startCatalog(deps);
    await prepare(deps);
    const stopUpdates = scheduleCatalogUpdates(catalogUpdaterOf(deps), logger);
    const stopMatching = scheduleInventoryMatching(deps);
    const stopOwners = scheduleOwnersByNamespace(deps);
    const stopMemberships = scheduleDirectoryMemberships(deps);
    const stopNotices = scheduleWaiverNotices(deps);
    const stopWaiverMails = scheduleWaiverMails(deps);
    const stopContracts = scheduleContracts(deps);
    const stopDelivery = scheduleDelivery(deps);
    const stopLetters = scheduleLetters(deps);
    const stopDigests = scheduleDigests(deps);
    const stopPulls = schedulePulls(deps);
    const stopSources = scheduleSourceReadings(deps);
    const stopEnds = scheduleEnds(deps);
    const stopStanding = scheduleNotices(deps);
    const stopPacks = schedulePacks(deps);
    const stopRejudging = scheduleRejudging(deps);
    const stopRetirements = scheduleRetirements(deps);
    const stopRetention = scheduleRetention(deps);
    const stopForgetting = scheduleForgettingChanges(deps);
    const stopAddingUp = scheduleAddingUp(deps);
    const stopKeepingMonths = scheduleKeepingMonths(deps);
    const stopGathering = scheduleGathering(deps, {
      ...{ env, fetch, delay: systemDelay, tell: tellOfJudged },
    });
    const stopMeasuring = scheduleMeasuring(deps);
    const stopBackups = scheduleBackups(deps);
    return {
      deps,
      announceEnd: () => {
        ending.abort();
      },
      stop: async () => {
        await Promise.all([
          stopUpdates(),
          stopMatching(),
          stopMemberships(),
          stopDelivery(),
          stopDigests(),
          stopOwners(),
          stopPulls(),
          stopSources(),
          stopLetters(),
          stopNotices(),
          stopWaiverMails(),
          stopContracts(),
          stopEnds(),
          stopStanding(),
          stopPacks(),
          stopRejudging(),
          stopRetirements(),
          stopRetention(),
          stopForgetting(),
          stopAddingUp(),
          stopKeepingMonths(),
          stopGathering(),
          stopMeasuring(),
          stopBackups(),
          registry.stop(),
          backgroundDone(deps),
        ]);
        await catalog.stop();
        await stop();
      },
    };
  } catch (error) {
    await catalog.stop();
    await stop();
    throw error;
  }
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
): Promise<{ db: Database; stop: () => Promise<void> }> {
  const poolSize = env.databasePoolSize;
  const configured = await configuredDatabase(env);
  if (configured) {
    const db = openDatabase({
      ...configured.app,
      replicas: configured.replicas,
      ...{ poolSize, logger },
    });
    return migrated(db, configured.owner, logger, () => db.close());
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: env.dataDir,
    mayMove: !env.dataDirIsChosen,
    durable: true,
    logger,
  });
  const db = openDatabase({ connection: embedded.connection, poolSize, logger });
  return migrated(db, embedded.owner.connection, logger, async () => {
    await db.close();
    await embedded.stop();
  });
}

async function migrated(
  db: Database,
  owner: pg.ClientConfig | null,
  logger: Logger,
  stop: () => Promise<void>,
) {
  try {
    await migrateForApp({ app: db, owner, logger });
    await db.replicas?.start();
    return { db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
