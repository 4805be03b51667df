import type { Outcome } from '@/domain/companion/pull';
import { DAY_MS } from '@/domain/eol/calendar';
import { recordAudit } from '@/server/audit/service';
import { holdCompanion, type PullCounts } from '../repository/companion';
import {
  findKnown,
  forgetGone,
  markGone,
  saveFailed,
  type KnownProject,
} from '../repository/projects';
import { MAX_PROJECTS, type Portfolio, type TrackedProject } from './portfolio';
import {
  CompanionChanged,
  isStale,
  projectFaultOf,
  pullProject,
  refreshProject,
  type Pull,
} from './pull-project';

/**
 * BOMs fetched in one pull, and milliseconds that it takes, listing the projects included: others wait for their turn. What is
 * left has its own a little later.
 */
const MAX_PULLED = 500;
const MAX_PULL_MS = 15 * 60_000;
/** Milliseconds of them in which pages of projects are asked for. */
export const LISTING_MS = 10 * 60_000;
/** Projects in a row that fail for what may lie at the server, or here: then it is not the projects. */
const MAX_SILENCES = 5;
/** Projects that are gone are remembered for so long. */
const GONE_DAYS = 90;
/** Projects named in the entry of the audit trail. */
const MAX_NAMED = 100;

/** Counts of a pull that goes on. */
export type Counts = { -readonly [Name in keyof PullCounts]: PullCounts[Name] };

/** What a pull comes to. */
export interface Ending {
  readonly outcome: Outcome;
  readonly fault: string | null;
  readonly waitMs: number | null;
}

/** The projects of one portfolio, in their turn. */
export class Round {
  private silences = 0;

  constructor(
    private readonly pull: Pull,
    private readonly portfolio: Portfolio,
    private readonly counts: Counts,
    /** False when the pull is to end. */
    private readonly progress: () => Promise<boolean>,
  ) {}

  /** @throws RemoteFailure, CompanionChanged; what it ends with where several fail in a row */
  async run(): Promise<Ending> {
    const { deps, uploader } = this.pull;
    const known = new Map(
      (await findKnown(uploader.organizationId, deps.db)).map((one) => [one.uuid, one]),
    );
    const { projects } = this.portfolio;
    const unchanged = projects.filter((one) => !isStale(one, known.get(one.uuid)));
    const stale = projects.filter((one) => isStale(one, known.get(one.uuid)));
    await this.markGone();
    await this.refresh(unchanged, known);
    await this.fetch(inTurn(stale, known), known);
    const { waiting } = this.counts;
    const fault = faultOf(this.portfolio);
    return { outcome: waiting > 0 ? 'unfinished' : 'complete', fault, waitMs: null };
  }

  private async refresh(
    projects: readonly TrackedProject[],
    known: ReadonlyMap<string, KnownProject>,
  ): Promise<void> {
    for (const project of projects) {
      this.pull.signal.throwIfAborted();
      const before = known.get(project.uuid);
      if (before) await refreshProject(this.pull, project, before);
      this.counts.unchanged += 1;
    }
  }

  private async fetch(
    projects: readonly TrackedProject[],
    known: ReadonlyMap<string, KnownProject>,
  ): Promise<void> {
    const { clock } = this.pull.deps;
    const until = this.pull.begunMs + MAX_PULL_MS;
    this.counts.waiting = projects.length;
    if (!(await this.progress())) throw new CompanionChanged();
    for (const [index, project] of projects.entries()) {
      const isOver = index >= MAX_PULLED || clock.now().getTime() >= until;
      // One at least, so that each pull brings something.
      if (isOver && index > 0) return;
      await this.fetchOne(project, known.get(project.uuid));
      this.counts.waiting -= 1;
      if (!(await this.progress())) throw new CompanionChanged();
    }
  }

  /** One project that fails keeps no other from its turn, unless it is the server that does. */
  private async fetchOne(project: TrackedProject, known: KnownProject | undefined): Promise<void> {
    const { pull, counts } = this;
    pull.signal.throwIfAborted();
    try {
      await pullProject(pull, project, known);
      counts.pulled += 1;
      this.silences = 0;
    } catch (error) {
      pull.signal.throwIfAborted();
      await this.noteFailure(project, error);
    }
  }

  /** @throws what it was, where it is not the project that fails */
  private async noteFailure(project: TrackedProject, error: unknown): Promise<void> {
    const { deps, uploader } = this.pull;
    const failure = projectFaultOf(deps, error);
    if (failure === null) throw error;
    const { uuid, name, tag: version } = project;
    const { fault, isItsOwn } = failure;
    const at = deps.clock.now();
    await saveFailed(uploader.organizationId, deps.db, { uuid, name, version }, { fault, at });
    this.counts.failed += 1;
    this.silences = isItsOwn ? 0 : this.silences + 1;
    if (this.silences >= MAX_SILENCES) throw error;
  }

  /** Marks what is not listed any more; only when all that there is was seen. */
  private async markGone(): Promise<void> {
    const { deps, uploader, revision } = this.pull;
    const { organizationId } = uploader;
    if (!this.portfolio.isWhole) return;
    const at = deps.clock.now();
    this.counts.gone = await deps.db.transaction(async (tx) => {
      if (!(await holdCompanion(organizationId, tx, revision))) throw new CompanionChanged();
      await forgetGone(organizationId, tx, new Date(at.getTime() - GONE_DAYS * DAY_MS));
      const gone = await markGone(organizationId, tx, this.portfolio.uuids, at);
      if (gone.length === 0) return 0;
      const origin = { requestId: '', remoteAddress: '' };
      await recordAudit(
        tx,
        { ...uploader, origin },
        {
          ...{
            at,
            action: 'companion.mark_gone',
            subjectKind: 'companion',
            subjectId: uploader.id,
          },
          before: { active: true },
          after: {
            active: false,
            total: gone.length,
            projects: gone.slice(0, MAX_NAMED).map(({ name, version }) => `${name}:${version}`),
          },
        },
      );
      return gone.length;
    });
  }
}

function faultOf({ isTooLarge, isCut, uuids }: Portfolio): string | null {
  if (isCut) {
    const count = String(uuids.length);
    return `It takes too long to list its projects: only the first ${count} were looked at`;
  }
  return isTooLarge ? `Only the first ${String(MAX_PROJECTS)} projects are followed` : null;
}

/** Those that failed last time come last, so that they keep nobody waiting. */
function inTurn(
  projects: readonly TrackedProject[],
  known: ReadonlyMap<string, KnownProject>,
): TrackedProject[] {
  const hasFailed = ({ uuid }: TrackedProject) => known.get(uuid)?.state === 'failed';
  return [...projects.filter((one) => !hasFailed(one)), ...projects.filter(hasFailed)];
}
