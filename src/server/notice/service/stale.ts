import { addDays, daysBetween, dayOf, type Day } from '@/domain/eol/calendar';
import { itemOf } from '@/domain/message/content';
import {
  BUNDLED_CATALOG_STALE_DAYS,
  CATALOG_DOCUMENT_STALE_DAYS,
  CATALOG_STALE_DAYS,
  SCANNER_DATABASE_STALE_DAYS,
} from '@/domain/message/thresholds';
import { counted, dayInWords } from '@/domain/message/words';
import { catalogFreshness } from '@/server/catalog/service/status';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Transaction } from '@/server/platform/db/db';
import { scannerDatabaseStatus } from '@/server/scanner-database/service/feed';
import { findLastScannerRun } from '../repository/keys';
import type { Cause, NoticeDeps, Standing } from './standing';

/** The catalog was not updated for long: the same for every organization of the installation. */
export const staleCatalog: Cause = {
  kind: 'catalog.stale',
  find: findStaleCatalog,
  say: ([first], at) => ({
    severity: 'warning',
    title: `The catalog has not been updated for ${ageOf(first?.since, at)}`,
    summary:
      'Dates may have changed since, and what is newer is not known. Whoever operates this installation sees why it is not ' +
      'updated.',
    links: [],
  }),
  sayOver: () => ({ title: 'The catalog is up to date again', summary: '', links: [] }),
  over: 'It was updated',
};

async function findStaleCatalog({ db, env, clock }: NoticeDeps): Promise<Standing[]> {
  const freshness = await catalogFreshness({ db, env, clock });
  const { hasAddress, freshAt, madeAt } = freshness;
  if (!freshAt) return [];
  const today = dayOf(clock.now());
  const [readOn, madeOn] = [dayOf(freshAt), madeAt && dayOf(madeAt)];
  const isOlder = (day: Day, allowed: number) => daysBetween(day, today) > allowed;
  const ofDocument = hasAddress ? CATALOG_DOCUMENT_STALE_DAYS : BUNDLED_CATALOG_STALE_DAYS;
  const oldOn = madeOn !== null && isOlder(madeOn, ofDocument) ? madeOn : null;
  if (!oldOn && !isOlder(readOn, hasAddress ? CATALOG_STALE_DAYS : BUNDLED_CATALOG_STALE_DAYS)) {
    return [];
  }
  const since = oldOn !== null && oldOn < readOn ? oldOn : readOn;
  const item = itemOf({
    ...{ key: 'catalog', what: 'The catalog', detail: whyStale(freshness, readOn, oldOn), since },
    path: '/settings/catalog',
  });
  return [{ subject: 'catalog', state: hasAddress, item }];
}

/**
 * Says why the catalog is old.
 * @param oldOn when its document was made, where that is long ago
 */
function whyStale(
  { hasAddress, isRead, failingSince }: Awaited<ReturnType<typeof catalogFreshness>>,
  readOn: Day,
  oldOn: Day | null,
): string {
  const made = oldOn === null ? '' : `; the document there was made on ${dayInWords(oldOn)}`;
  const fails = failingSince ? `; updates fail since ${dayInWords(dayOf(failingSince))}` : '';
  if (hasAddress) {
    return `${isRead ? 'Last updated' : 'Never updated: loaded'} on ${dayInWords(readOn)}${made}${fails}`;
  }
  const from = oldOn === null ? '' : `, from a document that was made on ${dayInWords(oldOn)}`;
  const what = isRead ? 'import a newer document' : 'update Eventide';
  return `Loaded on ${dayInWords(readOn)}${from}, and no address is set to update it from: ${what}, or set CATALOG_URL`;
}

/** Scanners run, and have had no new database for long. */
export const staleScannerDatabase: Cause = {
  kind: 'scanner_database.stale',
  find: findStaleDatabase,
  say: ([first], at) => ({
    severity: 'warning',
    title: `The scanners’ database is ${ageOf(first?.since, at)} old`,
    summary:
      'Scanners judge by what was known then. Either none of them asks for a new one, or none could be made: the log of Eventide says why.',
    links: [],
  }),
  sayOver: () => ({ title: 'The scanners’ database is new again', summary: '', links: [] }),
  over: 'A new one was made',
};

async function findStaleDatabase(
  { db, env }: NoticeDeps,
  organizationId: OrganizationId,
  tx: Transaction,
): Promise<Standing[]> {
  const { archive } = await scannerDatabaseStatus({ db, env });
  const ranAt = await findLastScannerRun(organizationId, tx);
  if (!archive || !ranAt) return [];
  const since = dayOf(new Date(archive.builtAt));
  if (dayOf(ranAt) <= addDays(since, SCANNER_DATABASE_STALE_DAYS)) return [];
  const item = itemOf({
    ...{ key: 'scanner-database', what: 'The scanners’ database', since },
    detail: `Made on ${dayInWords(since)}; scanners have run since, last on ${dayInWords(dayOf(ranAt))}`,
    path: '/settings/scanners',
  });
  // The day of the last run is not worth saying again.
  return [{ subject: 'scanner-database', state: null, item }];
}

function ageOf(since: Day | null | undefined, at: Date): string {
  return since ? counted(daysBetween(since, dayOf(at)), 'day') : 'long';
}
