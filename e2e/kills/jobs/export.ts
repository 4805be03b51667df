import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../job';
import { ADMIN, imagesOf, removeCopy } from './import';

/** An export of an organization: a file with its name can be imported, and brings every image; the next one can be made. */
export const exporting: Job = {
  name: 'export',
  needsServer: true,
  async begin(installation, round) {
    const folder = await installation.place('exported');
    const file = join(folder, `${String(round)}.tar.gz`);
    const command = installation.command('organization', 'export', 'Acme', file);
    let status: number | null = null;
    const ended = command.ended.then((end) => {
      ({ status } = end);
    });
    const check = async () => {
      const faults: string[] = [];
      const isThere = await stat(file).then(
        () => true,
        () => false,
      );
      if (status === 0 && !isThere) faults.push('an export was acknowledged and is not there');
      if (!isThere) await installation.run('organization', 'export', 'Acme', file);
      const name = `Exported ${String(round)}`;
      await installation.run('organization', 'import', file, '--name', name, ...ADMIN);
      const [images, wanted] = [
        await imagesOf(installation, name),
        await imagesOf(installation, 'Acme'),
      ];
      if (images !== wanted)
        faults.push(`an export has ${String(images)} images of ${String(wanted)}`);
      await removeCopy(installation, name);
      for (const one of await readdir(folder)) await rm(join(folder, one));
      return faults;
    };
    return { ended, command, check };
  },
};
