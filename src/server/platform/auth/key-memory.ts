import { oncePer } from '@/server/platform/once-per';
import type { Database } from '@/server/platform/db/db';

/**
 * Milliseconds for which what the database has said of a key counts, from when it was asked. Other processes may go on
 * for so long after a revocation, whatever becomes of the connections between them: nothing has to be told.
 */
const COUNTS_FOR_MS = 50;
/** Keys remembered at once; more callers than these within that time are looked up each time. */
const MAX_KEYS = 10_000;

interface Remembered<Row> {
  readonly askedAtMs: number;
  /** Transactions of this process that had ended by then. */
  readonly transactions: number;
  readonly rows: Promise<readonly Row[]>;
}

/**
 * What this process was last told of the keys that are shown to it. A scanner that checks all it has found sends
 * thousands of requests a second with one key, and looking that up would be most of the work for each. What a
 * transaction of this process changes is seen by the next request, since it forgets everything: there are few of them
 * beside so many requests.
 */
export class KeyMemory<Row> {
  private readonly remembered = new Map<string, Remembered<Row>>();

  /** @param now milliseconds that only go up */
  constructor(
    private readonly db: Pick<Database, 'endedTransactions'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Gives what is known of a key, and has `ask` find out where that is too long ago. */
  find(publicId: string, ask: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const askedAtMs = this.now();
    const transactions = this.db.endedTransactions();
    const known = this.remembered.get(publicId);
    if (known && known.transactions === transactions && !isOver(known, askedAtMs)) {
      return known.rows;
    }
    const rows = ask();
    this.remembered.delete(publicId);
    this.forgetOver(askedAtMs);
    if (this.remembered.size < MAX_KEYS) {
      const entry = { askedAtMs, transactions, rows };
      this.remembered.set(publicId, entry);
      // Neither a failure nor a stranger is worth remembering: the key may be made a moment later.
      const forget = () => {
        if (this.remembered.get(publicId) === entry) this.remembered.delete(publicId);
      };
      rows.then(({ length }) => {
        if (length === 0) forget();
      }, forget);
    }
    return rows;
  }

  /** Entries are in the order in which they were asked for. */
  private forgetOver(nowMs: number): void {
    for (const [publicId, entry] of this.remembered) {
      if (!isOver(entry, nowMs)) return;
      this.remembered.delete(publicId);
    }
  }
}

function isOver({ askedAtMs }: Remembered<unknown>, nowMs: number): boolean {
  return nowMs - askedAtMs >= COUNTS_FOR_MS;
}

/** Gives the memory of a process, one for each database. */
export function keyMemoryOf<Row>(): (db: Database) => KeyMemory<Row> {
  return oncePer((db: Database) => new KeyMemory<Row>(db));
}
