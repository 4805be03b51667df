import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { deleteOrganization } from '@/server/organization/service';
import { mintOrganizationId } from '@/server/platform/auth/organization-id';
import { makeActor } from '@/test/accounts';
import { depsOf } from '../../api/harness/past-the-server';
import type { Job } from '../job';
import type { Installation } from '../world';

const EXPORT = 'acme.tar.gz';

/** The organization of the jobs has a key alone, and nobody would come in with it. */
export const ADMIN = ['--admin', 'mover@example.com'] as const;

/** What an import is made of: all of the organization of the jobs. */
async function exported(installation: Installation): Promise<string> {
  const file = join(await installation.place('exports'), EXPORT);
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (!isThere) await installation.run('organization', 'export', 'Acme', file);
  return file;
}

/** Imports an organization beside the others: it is there whole, or not at all and can be imported again. */
export const importing: Job = {
  name: 'import',
  needsServer: true,
  async begin(installation, round) {
    const name = `Copy ${String(round)}`;
    const file = await exported(installation);
    const given = ['import', file, '--name', name, ...ADMIN];
    const command = installation.command('organization', ...given);
    let status: number | null = null;
    const ended = command.ended.then((end) => {
      ({ status } = end);
    });
    const check = async () => {
      const faults: string[] = [];
      const before = await imagesOf(installation, name);
      if (status === 0 && before === null) faults.push(`${name} was acknowledged and is not there`);
      if (before === null) await installation.run('organization', ...given);
      const [images, wanted] = [
        await imagesOf(installation, name),
        await imagesIn(installation, file),
      ];
      if (images !== wanted)
        faults.push(`${name} has ${String(images)} images of ${String(wanted)}`);
      await removeCopy(installation, name);
      return faults;
    };
    return { ended, command, check };
  },
};

/** The images of an organization by name; null where there is no such organization. */
export async function imagesOf(installation: Installation, name: string): Promise<number | null> {
  const rows = await installation.ask<{ images: number }>(
    `SELECT (SELECT count(*)::int FROM image_tag t WHERE t.organization_id = o.id) AS images
       FROM organization o WHERE o.name = '${name}'`,
  );
  return rows[0]?.images ?? null;
}

const counted = new Map<string, number>();
/** How many images a file holds: as many as the first import that nobody killed has brought. */
async function imagesIn(installation: Installation, file: string): Promise<number> {
  const known = counted.get(file);
  if (known !== undefined) return known;
  await installation.run('organization', 'import', file, '--name', 'Counted', ...ADMIN);
  const images = (await imagesOf(installation, 'Counted')) ?? 0;
  await removeCopy(installation, 'Counted');
  counted.set(file, images);
  return images;
}

/** Takes away an organization that an import has brought. */
export async function removeCopy(installation: Installation, name: string): Promise<void> {
  const [row] = await installation.ask<{ id: string }>(
    `SELECT id FROM organization WHERE name = '${name}'`,
  );
  if (!row) return;
  const deps = depsOf({
    databaseUrl: await installation.address('app'),
    authSecret: 'x'.repeat(32),
  });
  try {
    await deleteOrganization(deps, await makeActor(deps, mintOrganizationId(row.id)));
  } finally {
    await deps.db.close();
  }
}
