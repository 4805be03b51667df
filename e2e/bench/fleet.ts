import { v7 as uuidv7 } from 'uuid';
import { dayOf } from '@/domain/eol/calendar';
import { identityOf } from '@/domain/identifiers/identity';
import { toComponent } from '@/domain/scan/component';
import { toCycleFacts } from '@/domain/scan/upload';
import { component as componentSchema, match as matchSchema } from '@/domain/scan/payload';
import { foldForSearch, sortKeyOf } from '@/domain/list';
import { createApiKey } from '@/server/api-key/service';
import { newOrganizationId, type OrganizationId } from '@/server/platform/auth/organization-id';
import type { Actor } from '@/server/platform/auth/principal';
import type { Transaction } from '@/server/platform/db/db';
import type { Deps } from '@/server/platform/deps';
import { inventoryColumns, joinMatching } from '@/server/inventory/service/matching';
import { addUpAll } from '@/server/holding/service';
import { insertOrganization } from '@/server/organization/repository';
import { ensureProject, insertImageTag } from '@/server/scan/repository/image-tag';
import { findCycles } from '@/server/inventory/repository/software';
import { ensureComponents } from '@/server/scan/service/content';
import type { CycleReport } from '@/server/inventory/service/plan';
import { ensureSoftware, insertCycles } from '@/server/inventory/service/software';
import type { BenchServer } from './bench-server';
import { fillSql } from './fleet-sql';
import { cycleOf, packageOf, typeOf } from './payload';
import { randomNumbers } from './random-numbers';
import type { Sizes } from './sizes';

/** An organization with everything that is measured in it, and a key to its API. */
export interface Fleet {
  readonly organizationId: OrganizationId;
  /** Of an admin. */
  readonly key: string;
  readonly actor: Actor;
  readonly today: Date;
}

const COMPONENTS_AT_ONCE = 2_000;

/**
 * Fills an organization as scans of all its images would have. What has an identity is written by the
 * server's own statements, so that later scans find it; findings, intervals, inventories and past scans by
 * a few statements in bulk.
 */
export async function makeFleet({ deps, bare }: BenchServer, sizes: Sizes): Promise<Fleet> {
  const { organizationId, key, actor } = await makeAccount(deps);
  const today = deps.clock.now();
  const inBulk = <T>(work: (tx: Transaction) => Promise<T>) => deps.db.transaction(work);
  for (let first = 0; first < sizes.components; first += COMPONENTS_AT_ONCE) {
    const count = Math.min(COMPONENTS_AT_ONCE, sizes.components - first);
    const components = Array.from({ length: count }, (_, index) =>
      toComponent(componentSchema.parse(packageOf(first + index))),
    );
    await inBulk((tx) => ensureComponents(organizationId, tx, components, new Map()));
  }
  const softwareIds = await inBulk((tx) => insertSoftware(organizationId, tx, sizes, today));
  await inBulk((tx) => insertImages(organizationId, tx, sizes, softwareIds, today));
  for (const statement of fillSql(sizes)) await bare.query(statement, [organizationId]);
  await addUpAll(deps, new AbortController().signal);
  // As if all of it had been matched with the catalog that the server holds: an empty one.
  const { key: catalogKey } = await deps.catalog.forOrganization(organizationId);
  await inBulk((tx) => joinMatching(organizationId, tx, { catalogKey, at: today }));
  await bare.query('VACUUM (ANALYZE)');
  await bare.query('CHECKPOINT');
  return { organizationId, key, actor, today };
}

/** The name of a project by its number. */
export function projectName(number: number): string {
  return `github//acme/team-${String(number % 37)}/service-${String(number)}`;
}

/** A new organization, and an admin's key to it. */
export async function makeAccount(deps: Deps) {
  const organizationId = newOrganizationId();
  const at = deps.clock.now();
  await insertOrganization(deps.db, {
    id: organizationId,
    name: 'Bench',
    idpId: organizationId,
    createdByApiKeyId: null,
    createdAt: at,
    updatedAt: at,
  });
  const actor: Actor = {
    kind: 'api_key',
    id: uuidv7(),
    name: 'Bench',
    organizationId,
    role: 'admin',
    origin: { requestId: '', remoteAddress: '' },
  };
  const { key } = await createApiKey(deps, actor, {
    name: 'Bench',
    role: 'admin',
    expiresAt: null,
  });
  return { organizationId, key, actor };
}

/** The ids of all software, by number. */
async function insertSoftware(
  organizationId: OrganizationId,
  tx: Transaction,
  { software }: Sizes,
  today: Date,
): Promise<string[]> {
  const found = Array.from({ length: software }, (_, number) => {
    const { Cycle } = matchSchema.parse({
      Cycle: cycleOf(number, today),
      Package: packageOf(number),
    });
    const facts = toCycleFacts(Cycle);
    const cycleKey = identityOf(facts.product, facts.cycle);
    const artifactType = typeOf(number);
    const softwareKey = identityOf(facts.product, facts.cycle, artifactType);
    return {
      cycle: { ...facts, cycleKey, isFromCatalog: false },
      finding: { softwareKey, cycleKey, artifactType, componentKeys: [], catalogComponentKeys: [] },
    };
  });
  const cycles = new Map<string, CycleReport>(found.map(({ cycle }) => [cycle.cycleKey, cycle]));
  await insertCycles(organizationId, tx, [...cycles.values()], {
    instant: today,
    today: dayOf(today),
  });
  const known = await findCycles(organizationId, tx, [...cycles.keys()]);
  const ids = await ensureSoftware(
    organizationId,
    tx,
    found.map(({ finding }) => finding),
    known,
  );
  return [...ids.values()];
}

async function insertImages(
  organizationId: OrganizationId,
  tx: Transaction,
  { images, projects, findingsPerImage }: Sizes,
  softwareIds: readonly string[],
  today: Date,
): Promise<void> {
  const projectIds: string[] = [];
  for (let number = 0; number < projects; number += 1) {
    const name = projectName(number);
    const project = {
      id: uuidv7(),
      name,
      nameKey: identityOf(name),
      searchText: foldForSearch(name),
    };
    await ensureProject(organizationId, tx, {
      ...project,
      sortKey: sortKeyOf(name),
      createdAt: today,
    });
    projectIds.push(project.id);
  }
  const random = randomNumbers(42);
  for (let number = 0; number < images; number += 1) {
    // One project in a hundred holds a quarter of all images; few software is in most of them.
    const isInBigProject = number % 4 === 0;
    const project = Math.floor(
      random() * (isInBigProject ? Math.max(1, projects / 100) : projects),
    );
    const held = new Set<string>();
    while (number % 50 !== 7 && held.size < Math.min(findingsPerImage, softwareIds.length / 2)) {
      held.add(softwareIds[Math.floor(random() ** 2.5 * softwareIds.length)] ?? '');
    }
    const tag = imageTag(number, projectIds[project] ?? '', [...held], today);
    await insertImageTag(organizationId, tx, tag);
  }
}

/** Findings of the catalog alone: some of the software in every fourth image. */
function catalogsOf(softwareIds: readonly string[], number: number): string[] {
  return number % 4 === 1 ? softwareIds.slice(0, 5) : [];
}

const NAMES = ['api', 'web', 'worker', 'gateway', 'billing', 'shop', 'auth', 'search'] as const;
const STAGES = ['prod', 'stage', 'dev'] as const;

function imageTag(number: number, projectId: string, softwareIds: string[], today: Date) {
  const team = `team-${String(number % 37)}`;
  const name = `registry.example.com/${team}/${NAMES[number % 8] ?? ''}-${String(number % 97)}`;
  const tag = `${String(number % 5)}.${String(number)}.0`;
  const labels = { team, stage: STAGES[number % 3] ?? '', revision: identityOf(tag) };
  return {
    id: uuidv7(),
    projectId,
    kind: 'image' as const,
    name,
    tag,
    referenceKey: identityOf(name, tag),
    canonicalName: name,
    searchText: foldForSearch(`${name}:${tag}`),
    sortKey: sortKeyOf(`${name}:${tag}`),
    digest: `sha256:${'0'.repeat(64)}`,
    labels: number % 3 === 0 ? null : labels,
    repoDigests: [],
    verified: number % 2 === 0,
    location: '/builds/acme/Dockerfile',
    distro: { id: 'debian', versionId: '12', prettyName: 'Debian GNU/Linux 12', cpeName: '' },
    softwareIds,
    catalogSoftwareIds: catalogsOf(softwareIds, number),
    findingsKey: identityOf(...softwareIds),
    inventoryId: null,
    ...inventoryColumns({
      coverage: { matched: 0, distribution: 0, unknown: 0 },
      distribution: null,
    }),
    sbomId: null,
    latestScanAt: new Date(today.getTime() - number * 60_000),
    latestScanId: uuidv7(),
  };
}
