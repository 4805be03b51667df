import type { EolCount } from '@/domain/eol/proximity';
import type { PolicyAction } from '@/domain/policy/policy';
import type { Violation } from '@/domain/policy/violation';

/** What a build is told: whether a policy denies or warns it, and for what. */
export interface PolicyVerdict {
  readonly action: PolicyAction;
  readonly violations: Violation[];
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
}
