import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Job } from '../job';

/** A backup is whole or has no name, and the next one can be made. */
export const backup: Job = {
  name: 'backup',
  needsServer: true,
  async begin(installation, round) {
    const folder = await installation.place('backups');
    const file = join(folder, `${String(round)}.tar.gz`);
    const command = installation.command('backup', file);
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
      if (status === 0 && !isThere) faults.push('a backup was acknowledged and is not there');
      if (!isThere) await installation.run('backup', file);
      const verified = await installation.command('backup', 'verify', file).ended;
      if (verified.status !== 0) faults.push(`a backup is not whole: ${verified.text}`);
      for (const name of await readdir(folder)) await rm(join(folder, name));
      return faults;
    };
    return { ended, command, check };
  },
};
