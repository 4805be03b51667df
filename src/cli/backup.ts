import { parseArgs } from 'node:util';
import { backUp, verify } from './backup/commands';
import { runCommand } from './backup/run';

const USAGE = `usage: npm run backup -- [FILE]
       npm run backup -- verify FILE

The first keeps the whole installation in FILE, while it runs; without FILE in one that is named by the time,
where npm was called, or without npm in DATA_DIR. Nothing that stands there is overwritten. AUTH_SECRET is not in it:
keep that at another place.
verify  reads FILE to its end and holds it against the sums in it`;

runCommand(USAGE, () => {
  const [first, second, ...others] = parseArgs({ allowPositionals: true }).positionals;
  if (others.length > 0) return null;
  if (first === 'verify') return second === undefined ? null : (deps) => verify(deps, second);
  return second === undefined ? (deps) => backUp(deps, first) : null;
});
