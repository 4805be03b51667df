/** Milliseconds between two writes of one note. */
const WRITE_EVERY_MS = 60_000;
/** Writes for all notes of an organization in that time: calls from many networks cost no more. */
const MAX_WRITES = 60;
/** Notes held in memory; beyond them the oldest are forgotten. */
const MAX_HELD = 10_000;
interface Note {
  notedAtMs: number;
  writtenAtMs: number;
  /** Calls since then that are not written yet. */
  unwritten: number;
}

/** Decides when to write something that happens far more often than it is worth writing. */
export class WriteGate {
  private readonly notes = new Map<string, Note>();
  private readonly writes = new Map<string, { startedAtMs: number; count: number }>();

  /** Counts one more call and returns how many to write now, those held back included; 0 while it is too soon. */
  take(organizationId: string, key: string, nowMs: number): number {
    const known = this.notes.get(key);
    const count = (known?.unwritten ?? 0) + 1;
    const isSoon = known !== undefined && isWithin(known.writtenAtMs, nowMs);
    const isWritten = !isSoon && this.mayWrite(organizationId, nowMs);
    hold(this.notes, key, {
      notedAtMs: nowMs,
      writtenAtMs: isWritten ? nowMs : (known?.writtenAtMs ?? nowMs - WRITE_EVERY_MS),
      unwritten: isWritten ? 0 : count,
    });
    return isWritten ? count : 0;
  }

  /** Returns when a call was last noted here, whether or not that is written. */
  lastNotedAtMs(key: string): number | null {
    return this.notes.get(key)?.notedAtMs ?? null;
  }

  private mayWrite(organizationId: string, nowMs: number): boolean {
    const known = this.writes.get(organizationId);
    const isOver = known === undefined || !isWithin(known.startedAtMs, nowMs);
    const window = isOver ? { startedAtMs: nowMs, count: 0 } : known;
    if (window.count >= MAX_WRITES) return false;
    hold(this.writes, organizationId, { ...window, count: window.count + 1 });
    return true;
  }
}

/** A moment ahead of now was noted before the clock was set back. */
const isWithin = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) < WRITE_EVERY_MS;

function hold<Value>(held: Map<string, Value>, key: string, value: Value): void {
  held.delete(key);
  held.set(key, value);
  const [oldest] = held.keys();
  if (held.size > MAX_HELD && oldest !== undefined) held.delete(oldest);
}
