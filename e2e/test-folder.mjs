// Where tests keep what they throw away: in memory where there is plenty of it, see decision 93.
import { readFileSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
const GIB = 1024 ** 3;
/** Two databases of a browser's tests, the demo's, and the write-ahead logs of all three: three times what they take. */
const LEAST_ROOM_BYTES = 6 * GIB;
/** What is kept there is memory that builds, browsers and servers cannot have. */
const LEAST_MEMORY_BYTES = 10 * GIB;

/** Whether programs may be run from there: some tests put one among their files. */
function runsPrograms() {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const options = mounts.findLast(([, place]) => place === IN_MEMORY)?.[3]?.split(',');
  return options !== undefined && options.includes('rw') && !options.includes('noexec');
}

function hasRoom() {
  if (process.platform !== 'linux') return false;
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const isRoomy = bavail * bsize >= LEAST_ROOM_BYTES;
    return isRoomy && process.availableMemory() >= LEAST_MEMORY_BYTES && runsPrograms();
  } catch {
    return false;
  }
}

/**
 * Has this process and those it starts put temporary files into memory, where there is room. Who set TMPDIR has chosen
 * already, as has the process that started this one.
 */
export function keepTestsInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = IN_MEMORY;
}
