import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { deleteOrganization } from '@/server/organization/service';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor } from '@/test/accounts';
import { ask } from '@/test/backup';
import type { DatabaseVariables } from '../database-cluster';
import { depsOf } from '../api/harness/past-the-server';
import { every } from './load';

export interface Place {
  readonly database: DatabaseVariables;
  readonly folder: string;
  readonly organization: string;
  readonly authSecret: string;
}

const REMATCH_EVERY_SECONDS = 45;
const IMPORT_EVERY_SECONDS = 100;
const COPY = 'Copy of the load';
/** The first of the packages that all documents of the load hold. */
const PRODUCTS = 20;
const KEPT = 10;

/** A catalog of the load: its cycles, and the year in which all of them end, tell which one it is. */
interface Edition {
  readonly cycles: readonly string[];
  readonly year: number;
}
/** One after the other they match an image that holds their packages with other cycles. */
const editionOf = (turn: number): Edition => ({
  cycles: turn % 2 === 0 ? ['1'] : ['1', '1.1', '1.2'],
  year: 2_030 + (turn % 30),
});

interface Background {
  readonly stops: readonly (() => Promise<void>)[];
  /** The edition of the catalog that was imported last. */
  readonly lastEdition: () => Edition | null;
}

/** What operators do while a server works: another catalog, and organizations that go and come. */
export function background(place: Place, onFault: (fault: string) => void): Background {
  let last: Edition | null = null;
  const changeEdition = async (turn: number) => {
    const edition = editionOf(turn);
    await changeCatalog(place, edition);
    last = edition;
  };
  return {
    stops: [
      every(REMATCH_EVERY_SECONDS, changeEdition, onFault),
      every(IMPORT_EVERY_SECONDS, () => moveOrganization(place), onFault),
    ],
    lastEdition: () => last,
  };
}

/** Images that nobody uploads again: what is found in them follows the catalog alone. */
export async function prepareKept(upload: (name: string, document: string) => Promise<unknown>) {
  const [document = ''] = everyFormat(PRODUCTS).values();
  for (let n = 0; n < KEPT; n += 1) await upload(`kept-${String(n)}`, document);
}

/**
 * Looks whether the images that nobody uploads again are matched with the catalog that was imported last.
 * @returns what is not so
 */
export async function unmatched(
  { database, organization }: Place,
  { cycles, year }: Edition,
): Promise<string[]> {
  const found = await ask<{ editions: readonly string[] }>(
    database.DATABASE_OWNER_URL,
    `SELECT array_agg(DISTINCT concat_ws(' ', c.cycle, extract(year FROM c.catalog_eol_on))) AS editions
       FROM image_tag t
       JOIN organization o ON o.id = t.organization_id
       LEFT JOIN finding f ON f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open
       LEFT JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
       LEFT JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
      WHERE t.deleted_at IS NULL AND t.name LIKE 'kept-%' AND o.name = '${organization}'
      GROUP BY t.id`,
  );
  const wanted = cycles.map((cycle) => `${cycle} ${String(year)}`).join(', ');
  const matched = found.map(({ editions }) => editions.toSorted().join(', '));
  if (matched.length === KEPT && matched.every((one) => one === wanted)) return [];
  return [`images are matched with ${[...new Set(matched)].join('; ')}, not with ${wanted}`];
}

/** Every image that holds one of the packages is matched again. */
async function changeCatalog(place: Place, { cycles, year }: Edition): Promise<void> {
  const file = join(place.folder, 'catalog.json');
  const releases = cycles.map((name) =>
    endoflifeRelease({
      ...{ name, label: name, releaseDate: '2020-02-01', codename: null, latest: null },
      ...{
        isEoas: false,
        eoasFrom: null,
        isEol: false,
        eolFrom: `${String(year)}-01-31`,
      },
    }),
  );
  const products = Array.from({ length: PRODUCTS }, (_, n) =>
    endoflifeProduct({
      ...{ name: `package-${String(n)}`, label: `Package ${String(n)}`, aliases: [], releases },
      identifiers: [{ type: 'purl', id: `pkg:npm/package-${String(n)}` }],
    }),
  );
  await writeFile(file, endoflifeDocument(products));
  await run(place, 'catalog', 'import', file, '--accept-losses');
}

/** The organization has a key alone, and nobody would come in with it. */
const ADMIN = ['--admin', 'mover@example.com'] as const;

async function moveOrganization(place: Place): Promise<void> {
  const file = join(place.folder, 'organization.tar.gz');
  await rm(file, { force: true });
  await run(place, 'organization', 'export', place.organization, file);
  await run(place, 'organization', 'import', file, '--name', COPY, ...ADMIN);
  const { DATABASE_URL, DATABASE_OWNER_URL } = place.database;
  const [row] = await ask<{ id: string }>(
    DATABASE_OWNER_URL,
    `SELECT id FROM organization WHERE name = '${COPY}'`,
  );
  if (!row) throw new Error('An organization was imported and is not there');
  const deps = depsOf({ databaseUrl: DATABASE_URL, authSecret: place.authSecret });
  try {
    await deleteOrganization(deps, await makeActor(deps, mintOrganizationId(row.id)));
  } finally {
    await deps.db.close();
  }
}

/** Runs a built command on the database of the load. @throws Error with what it wrote when it fails */
async function run(
  { database, folder, authSecret }: Place,
  name: string,
  ...args: readonly string[]
): Promise<void> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`dist/cli/${name}.js`, ...args], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      DATA_DIR: folder,
      AUTH_SECRET: authSecret,
      ...database,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C at a terminal is for the load alone, which waits for it.
    detached: true,
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => void (text += part));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${name} ${args.join(' ')}: ${text}`);
}
