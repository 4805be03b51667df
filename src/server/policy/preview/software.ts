import type { Day } from '@/domain/eol/calendar';
import { changesAfter } from '@/domain/policy/dated-rules';
import { toCycleStatus } from '../dto';
import { firstRows } from './list';
import type { ActionDays, JudgedSoftware } from './software-judge';

const RANKS = { DENY: 0, WARN: 1, ALLOW: 2 } as const;

/**
 * Software that a policy concerns, today or later, before or after the change: denied before warned, then
 * by product and cycle. A project stands beside it where that project has policies of its own.
 */
export function summarizeSoftware(judged: readonly JudgedSoftware[], today: Day) {
  const concerned = judged
    .filter(({ daysBefore, daysAfter }) => isEver(daysBefore) || isEver(daysAfter))
    .toSorted((left, right) => RANKS[left.verdictAfter.action] - RANKS[right.verdictAfter.action]);
  const { total, items } = firstRows(concerned);
  return { total, items: items.map((one) => toSoftwarePreview(one, today)) };
}

const isEver = ({ deniedOn, warnedOn }: ActionDays) => deniedOn !== null || warnedOn !== null;

function toSoftwarePreview(judged: JudgedSoftware, today: Day) {
  const { software, project, verdictBefore, verdictAfter, after, images } = judged;
  const changes = changesAfter(after, today);
  const { action, appliesOn, message } = toCycleStatus({
    cycle: software,
    verdict: verdictAfter,
    nextChanges: changes,
  });
  return {
    softwareId: software.id,
    projectName: project?.name ?? null,
    productName: software.productName,
    cycle: software.cycle,
    artifactType: software.artifactType,
    eolDate: software.eolOn,
    eolDateKnown: software.eolOnKnown,
    before: verdictBefore.action,
    action,
    appliesOn,
    message,
    changes,
    images,
  };
}
