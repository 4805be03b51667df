import { backUp, verify } from './backup/commands';
import { runCommand } from './backup/run';
import { readCommandLine } from './command-line';
import { interruption } from './interruption';

const USAGE = `usage: npm run backup -- [FILE] [--accept-little-room]
       npm run backup -- verify FILE

The first keeps the whole installation in FILE, while it runs; without FILE in one that is named by the time,
where npm was called, or without npm in DATA_DIR. Nothing that stands there is overwritten. AUTH_SECRET is not in it:
keep that at another place.
--accept-little-room  tries it although the disk has less room than it may take: as much as the last backup on a
                      schedule and a quarter, or where there is none, as the database and a quarter
verify                reads FILE to its end and holds it against the sums in it`;

runCommand(USAGE, () => {
  const { values, positionals } = readCommandLine(USAGE, {
    allowPositionals: true,
    options: { 'accept-little-room': { type: 'boolean' } },
  });
  const [first, second, ...others] = positionals;
  const acceptsLittleRoom = values['accept-little-room'] ?? false;
  if (others.length > 0) return null;
  if (first === 'verify') {
    if (second === undefined || acceptsLittleRoom) return null;
    return (deps) => verify(deps, second);
  }
  return second === undefined
    ? (deps) => backUp(deps, { file: first, acceptsLittleRoom, interruption })
    : null;
});
