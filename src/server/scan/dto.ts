import type { EolCount } from '@/domain/eol/proximity';
import type { PackageViolation, WaivedPackageViolation } from '@/domain/policy/package';
import type { PolicyAction } from '@/domain/policy/policy';
import type { Violation, WaivedViolation } from '@/domain/policy/violation';
import type { OwnerAnswer } from '@/server/team/dto';
import type { ScanChangeRow, ScanRow } from './repository/history';

/** The answer to a build: whether a policy denies or warns it, and for what. */
export interface PolicyVerdict {
  readonly action: PolicyAction;
  readonly violations: Violation[];
  /** What would be violations but for a waiver. Left out where nothing is waived. */
  readonly waived?: WaivedViolation[];
  /** Packages that a policy denies or warns of by what registries say. Left out where no policy does. */
  readonly packages?: PackageViolation[];
  /** What would be among them but for a waiver. Left out where nothing is. */
  readonly waived_packages?: WaivedPackageViolation[];
  /** Where to ask for a waiver of what is denied or warned of. */
  readonly waiver_url?: string;
  /** Left out where no policy asks what runs. */
  readonly only_running?: {
    /** Policies that judge an image only while a cluster runs it. */
    readonly policies: number;
    /** Whether a cluster runs this one; null: no cluster was heard of for a week, and they decide nothing. */
    readonly runs: boolean | null;
  };
}

/** The answer to an accepted upload. */
export interface ScanAnswer {
  readonly scan_id: string;
  readonly project_id: string;
  readonly image_tag_id: string;
  /** Entries of the uploaded `Matches`. */
  readonly matches: number;
  readonly eol: EolCount;
  readonly policy: PolicyVerdict;
  /** Whom to ask; null: nobody owns the project. Answers that are remembered from before do not say. */
  readonly owner?: OwnerAnswer | null;
}

/** Makes the contract's `ScanHistory`. */
export function toScanHistory({ acceptedAt, tag }: { acceptedAt: Date; tag: string }) {
  return { scanDate: acceptedAt.toISOString(), imageTag: tag };
}

/** Makes a scan's record for an image's page. `changes` may be those of other scans too. */
export function toImageScan({ acceptedAt, ...row }: ScanRow, changes: readonly ScanChangeRow[]) {
  const since = changes.filter((one) => one.since.getTime() === acceptedAt.getTime());
  const byInstant = Map.groupBy(since, ({ at }) => at.getTime());
  const own = byInstant.get(acceptedAt.getTime()) ?? [];
  byInstant.delete(acceptedAt.getTime());
  return {
    ...row,
    scanDate: acceptedAt.toISOString(),
    opened: named(own, 'opened'),
    closed: named(own, 'closed'),
    catalogChanges: [...byInstant].map(([atMs, changed]) => ({
      changedAt: new Date(atMs).toISOString(),
      opened: named(changed, 'opened'),
      openedCount: countOf(changed, 'opened'),
      closed: named(changed, 'closed'),
      closedCount: countOf(changed, 'closed'),
    })),
  };
}

function named(changes: readonly ScanChangeRow[], kind: ScanChangeRow['change']) {
  return changes
    .filter(({ change }) => change === kind)
    .map(({ productName, releaseCycle }) => ({ productName, releaseCycle }));
}

function countOf(changes: readonly ScanChangeRow[], kind: ScanChangeRow['change']): number {
  return changes.find(({ change }) => change === kind)?.count ?? 0;
}
