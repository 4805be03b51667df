import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { deleteOrganization } from '@/server/organization/service';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor } from '@/test/accounts';
import { ask } from '@/test/backup';
import type { DatabaseVariables } from '../database-cluster';
import { depsOf } from '../api/harness/past-the-server';
import { every } from './load';

interface Place {
  readonly database: DatabaseVariables;
  readonly folder: string;
  readonly organization: string;
  readonly authSecret: string;
}

const REMATCH_EVERY_SECONDS = 45;
const IMPORT_EVERY_SECONDS = 100;
const COPY = 'Copy of the load';

/** What operators do while a server works: another catalog, and organizations that go and come. @returns what ends it */
export function background(
  place: Place,
  onFault: (fault: string) => void,
): (() => Promise<void>)[] {
  return [
    every(REMATCH_EVERY_SECONDS, (turn) => changeCatalog(place, turn), onFault),
    every(IMPORT_EVERY_SECONDS, () => moveOrganization(place), onFault),
  ];
}

/** Every image is matched again: what it holds is of another cycle each time. */
async function changeCatalog(place: Place, turn: number): Promise<void> {
  const file = join(place.folder, 'catalog.json');
  const cycles = turn % 2 === 0 ? ['1'] : ['1', '1.1', '1.2'];
  const releases = cycles.map((name) =>
    endoflifeRelease({
      ...{ name, label: name, releaseDate: '2020-02-01', codename: null, latest: null },
      ...{
        isEoas: false,
        eoasFrom: null,
        isEol: false,
        eolFrom: `${String(2_030 + (turn % 30))}-01-31`,
      },
    }),
  );
  const products = Array.from({ length: 20 }, (_, n) =>
    endoflifeProduct({
      ...{ name: `package-${String(n)}`, label: `Package ${String(n)}`, aliases: [], releases },
      identifiers: [{ type: 'purl', id: `pkg:npm/package-${String(n)}` }],
    }),
  );
  await writeFile(file, endoflifeDocument(products));
  await run(place, 'catalog', 'import', file, '--accept-losses');
}

async function moveOrganization(place: Place): Promise<void> {
  const file = join(place.folder, 'organization.tar.gz');
  await rm(file, { force: true });
  await run(place, 'organization', 'export', place.organization, file);
  await run(place, 'organization', 'import', file, '--name', COPY);
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
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => void (text += part));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${name} ${args.join(' ')}: ${text}`);
}
