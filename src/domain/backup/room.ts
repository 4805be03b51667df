const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A backup may be this much larger than the one before it. */
const GROWTH = 1.25;

/** What is left to others on the same disk, such as the log of the database, while one is made. */
const LEFT_BYTES = 32 * MIB;

export interface Room {
  readonly freeBytes: number;
  /** Size of the last backup; null where there is none to be seen. */
  readonly lastBytes: number | null;
  /** Size of the database: more than a backup of it, which is compressed and holds no index. */
  readonly databaseBytes: number;
}

const inMib = (bytes: number) => `${String(Math.ceil(bytes / MIB))} MiB`;

/** Says why a disk has no room for the next backup; null where it has. */
export function roomFault(
  folder: string,
  { freeBytes, lastBytes, databaseBytes }: Room,
): string | null {
  const needed = (lastBytes ?? databaseBytes) * GROWTH + LEFT_BYTES;
  if (freeBytes >= needed) return null;
  const because =
    lastBytes === null
      ? `the database has ${inMib(databaseBytes)}`
      : `the last one has ${inMib(lastBytes)}`;
  return `There is no room for a backup: ${inMib(freeBytes)} are free in ${folder}, and it may take ${inMib(needed)}, as ${because}. Nothing was written.`;
}

/**
 * How long no backup is tried after one that filled the disk: an hour, and twice as long after each that did it again, up
 * to a day. While a disk is full, everything else that writes to it fails, too.
 * @param times how many filled it, one after the other
 */
export function waitAfterFull(times: number): number {
  return Math.min(HOUR_MS * 2 ** (times - 1), DAY_MS);
}
