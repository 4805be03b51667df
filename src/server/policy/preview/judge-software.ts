import type { Day } from '@/domain/eol/calendar';
import { firstDayOf, verdictOn, type DatedRule } from '@/domain/policy/dated-rules';
import { rulesFor } from '@/domain/policy/evaluate';
import type { PolicySet } from '@/domain/policy/policy-set';
import { scannerRulesFor } from '@/domain/policy/scanner-rules';
import type { DatedSoftware, HeldSoftware, OwnProject } from './queries';

/** Software in a set of projects that the same policies cover. */
export interface JudgedSoftware {
  /** 0 is every project without policies of its own, else the place of the project, from 1. */
  readonly set: number;
  readonly project: OwnProject | null;
  readonly software: HeldSoftware;
  readonly before: readonly DatedRule[];
  readonly after: readonly DatedRule[];
  readonly scanners: readonly DatedRule[];
}

/** The policies as they are and as they would be. */
export interface PolicySets {
  readonly before: PolicySet;
  readonly after: PolicySet;
}

/**
 * Everything that is judged, once: not by image, but by software, and by project only where a project has
 * policies of its own.
 */
export function judgeSoftware(
  software: readonly HeldSoftware[],
  projects: readonly OwnProject[],
  policies: PolicySets,
): JudgedSoftware[] {
  const byId = new Map(software.map((one) => [one.id, one]));
  const ofProjects = projects.flatMap((project, index) =>
    project.softwareIds.flatMap((id) => {
      const held = byId.get(id);
      return held ? [judge(held, index + 1, project, policies)] : [];
    }),
  );
  return [...software.map((held) => judge(held, 0, null, policies)), ...ofProjects];
}

function judge(
  software: HeldSoftware,
  set: number,
  project: OwnProject | null,
  { before, after }: PolicySets,
): JudgedSoftware {
  // No policy is about a project without a name: validation asks for one.
  const projectName = project?.name ?? '';
  return {
    set,
    project,
    software,
    before: rulesFor(software, before, projectName),
    after: rulesFor(software, after, projectName),
    scanners: scannerRulesFor(software, after, projectName),
  };
}

/** When software is first denied and warned of, before and after; null when it never is. */
export function datesOf({ set, software, before, after }: JudgedSoftware, today: Day) {
  const dated: DatedSoftware = {
    set,
    softwareId: software.id,
    deniedOn: firstDayOf('DENY', after, today),
    warnedOn: firstDayOf('WARN', after, today),
    deniedBeforeOn: firstDayOf('DENY', before, today),
    warnedBeforeOn: firstDayOf('WARN', before, today),
  };
  const { deniedOn, warnedOn, deniedBeforeOn, warnedBeforeOn } = dated;
  return (deniedOn ?? warnedOn ?? deniedBeforeOn ?? warnedBeforeOn) === null ? null : dated;
}

/** Severe first, then by the order in which software is held. */
export function byActionToday(today: Day) {
  const rank = ({ after }: JudgedSoftware) => {
    const { action } = verdictOn(after, today);
    return { DENY: 0, WARN: 1, ALLOW: 2 }[action];
  };
  return (left: JudgedSoftware, right: JudgedSoftware) => rank(left) - rank(right);
}
