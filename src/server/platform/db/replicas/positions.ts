import type { OrganizationId } from '../../auth/organization-id';
import { findChangesAndPosition, findPosition, type LogPosition } from '../organization-changes';
import type { Sql } from '../sql';

/** Organizations whose last change is remembered; each takes some hundred bytes. */
const MAX_ORGANIZATIONS = 10_000;
/** Milliseconds between two positions that are kept. */
const KEEP_EVERY_MS = 100;

/** What a replica has to have replayed. */
export interface Wanted {
  /** Everything of the organization lies before it. */
  readonly needed: number;
  /** How far the log has come by now. */
  readonly current: number;
}

/**
 * Where the log of the server that takes changes was when. It asks that server alone; each answer tells of every process's
 * changes.
 */
export class Positions {
  /** Which log it is; 0: not known yet. */
  timeline = 0;
  private newest = -1;
  private kept: { readonly atMs: number; readonly position: number }[] = [];
  private readonly changes = new Map<OrganizationId, { seen: string; position: number }>();

  /**
   * @param keepMs how long ago is told exactly
   * @param onAnotherLog called when another server has become the one that takes changes
   */
  constructor(
    private readonly keepMs: number,
    private readonly onAnotherLog: () => void,
  ) {}

  /** Asks how far the log has come. */
  async ask(sql: Sql): Promise<number> {
    const askedAtMs = performance.now();
    const said = await findPosition({ sql });
    this.note(said, askedAtMs);
    return said.position;
  }

  /**
   * Finds what a replica has to have replayed to show all that has been changed in an organization, whoever did. The first
   * who sees a change takes the log's end for it, those after know that it is no later. Costs one statement.
   */
  async wantedFor(organizationId: OrganizationId, sql: Sql): Promise<Wanted> {
    const askedAtMs = performance.now();
    const { settled, unsettled, ...said } = await findChangesAndPosition(organizationId, { sql });
    this.note(said, askedAtMs);
    const seen = `${String(settled)} ${unsettled}`;
    const known = this.changes.get(organizationId);
    const needed = known?.seen === seen ? known.position : said.position;
    // Those asked for last are kept.
    this.changes.delete(organizationId);
    this.changes.set(organizationId, { seen, position: needed });
    const [oldest] = this.changes.keys();
    if (this.changes.size > MAX_ORGANIZATIONS && oldest !== undefined) this.changes.delete(oldest);
    return { needed, current: said.position };
  }

  /** Milliseconds by which who has replayed the log up to a position is behind at most. */
  lagMs(replayed: number, current = this.newest): number {
    if (replayed >= current) return 0;
    const last = this.kept.findLast(({ position }) => position <= replayed);
    return last ? performance.now() - last.atMs : Infinity;
  }

  /** @throws Error when it comes from a server that does not take changes any more */
  private note({ position, timeline }: LogPosition, askedAtMs: number): void {
    if (timeline < this.timeline) throw new Error('A former primary has said where its log is');
    if (timeline > this.timeline) {
      const isAnother = this.timeline !== 0;
      this.timeline = timeline;
      this.newest = -1;
      this.kept = [];
      this.changes.clear();
      if (isAnother) this.onAnotherLog();
    }
    if (position < this.newest) return;
    this.newest = position;
    const last = this.kept.at(-1);
    if (last && askedAtMs - last.atMs < KEEP_EVERY_MS) return;
    this.kept.push({ atMs: askedAtMs, position });
    const tooOld = this.kept.findIndex(({ atMs }) => askedAtMs - atMs <= this.keepMs);
    if (tooOld > 0) this.kept.splice(0, tooOld);
  }
}
