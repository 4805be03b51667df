import { addDays, dayOf } from '@/domain/eol/calendar';
import { ownSoftware } from '@/domain/own-software/pattern';
import { type PageRequest, toPage } from '@/domain/pagination';
import { allOwnIdentifiers } from '@/server/catalog/service/own-identifiers';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Deps } from '@/server/platform/deps';
import { gatheringOf } from '@/server/registry/service/progress';
import { toCounted, toRegistriesAsked, toUnknownPackage } from '../dto';
import { findMeasure } from '../repository/measure';
import { findOwnSoftware } from '../repository/own-software';
import { findDays, findShares, findUnknown } from '../repository/read';

const DAYS_BACK = 365;
const LISTED = { ecosystem: 100, team: 200, image: 50 } as const;

type ReadDeps = Pick<Deps, 'clock' | 'db'>;

/** Reads how well what is held is known, as it was last counted. */
export async function readCoverage({ db, clock }: ReadDeps, organizationId: OrganizationId) {
  const measure = await findMeasure(organizationId, db);
  const days = await findDays(organizationId, db, addDays(dayOf(clock.now()), -DAYS_BACK));
  const sharesOf = async (part: keyof typeof LISTED) =>
    (await findShares(organizationId, db, part, LISTED[part])).map(
      ({ recordId: id, name, counts }) => ({ id, name, counts: toCounted(counts) }),
    );
  return {
    measured_at: measure?.measuredAt.toISOString() ?? null,
    images: measure?.images ?? 0,
    all: toCounted(days.at(-1)?.counts ?? {}),
    ecosystems: await sharesOf('ecosystem'),
    teams: await sharesOf('team'),
    images_least_known: await sharesOf('image'),
    days: days.map(({ day, counts }) => ({ day, counts: toCounted(counts) })),
    registries: toRegistriesAsked(await gatheringOf({ db }, organizationId)),
  };
}

export interface UnknownQuery extends PageRequest {
  readonly search?: string | null | undefined;
}

/**
 * Lists the packages of which nothing is known, those in most images first: as last counted, without those that the
 * organization has said something of since.
 */
export async function listUnknownPackages(
  deps: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { search, ...page }: UnknownQuery,
) {
  const found = await findPackages(deps, organizationId, search);
  const first = (page.page - 1) * page.size;
  return toPage(found.slice(first, first + page.size), found.length, page);
}

/** Reads all of the same list, which is kept short: one batch. */
export async function* unknownPackagesForExport(
  deps: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  { search }: Pick<UnknownQuery, 'search'>,
) {
  const found = await findPackages(deps, organizationId, search);
  // They have no ids: a name is one's own.
  yield found.map((one) => ({ ...one, id: `${one.type} ${one.purl ?? one.name}` }));
}

async function findPackages(
  { db }: Pick<Deps, 'db'>,
  organizationId: OrganizationId,
  search: UnknownQuery['search'],
) {
  const [all, patterns, identifiers] = await Promise.all([
    findUnknown(organizationId, db),
    findOwnSoftware(organizationId, db),
    allOwnIdentifiers(organizationId, db),
  ]);
  const isOurs = ownSoftware(patterns.map(({ pattern }) => pattern));
  const named = new Set(identifiers.map(({ value }) => value));
  const wanted = search?.toLowerCase() ?? '';
  return all
    .filter(
      (one) =>
        !isOurs(one) &&
        !(one.purl !== null && named.has(one.purl)) &&
        `${one.name} ${one.purl ?? ''}`.toLowerCase().includes(wanted),
    )
    .map(toUnknownPackage);
}
