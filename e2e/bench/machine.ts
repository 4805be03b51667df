import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';

const GIB = 1_073_741_824;

/** Above this something else is at work, and durations say more of it than of what is measured. */
const QUIET_LOAD = 1;

/** Describes the machine of the numbers below, with a warning when it was not quiet. */
export function machineFacts(): string {
  const load = loadavg()[0] ?? 0;
  const facts = [
    `${String(availableParallelism())} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${(totalmem() / GIB).toFixed(0)} GiB`,
    `Node ${process.versions.node}`,
    `kernel ${release()}`,
    `load average ${load.toFixed(2)}`,
  ].join(', ');
  if (load <= QUIET_LOAD) return facts;
  return `${facts}\nWarning: the machine is busy. Durations are too long; ratios are of work done in turns and still hold.`;
}
