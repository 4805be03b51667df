import { actionToday, changesAfter, verdictOn, type ActionDays } from '@/domain/policy/dated-rules';
import { toCycleStatus } from '../dto';
import { firstRows } from './list';
import type { JudgedSoftware, SoftwareJudge } from './software-judge';

const RANKS = { DENY: 0, WARN: 1, ALLOW: 2 } as const;

/**
 * Software that a policy concerns, today or later, before or after the change: denied before warned, then
 * by product and cycle. A project stands beside it where that project has policies of its own.
 */
export function summarizeSoftware(judged: readonly JudgedSoftware[], judge: SoftwareJudge) {
  const rankOf = ({ daysAfter }: JudgedSoftware) => RANKS[actionToday(daysAfter, judge.today)];
  const concerned = judged
    .filter(({ daysBefore, daysAfter }) => isEver(daysBefore) || isEver(daysAfter))
    .toSorted((left, right) => rankOf(left) - rankOf(right));
  const { total, items } = firstRows(concerned);
  return { total, items: items.map((one) => toSoftwarePreview(one, judge)) };
}

const isEver = ({ deniedOn, warnedOn }: ActionDays) => deniedOn !== null || warnedOn !== null;

function toSoftwarePreview(judged: JudgedSoftware, judge: SoftwareJudge) {
  const { software, project, daysBefore, images } = judged;
  const { today } = judge;
  const after = judge.rulesOf(judged);
  const changes = changesAfter(after, today);
  const { action, appliesOn, message } = toCycleStatus({
    cycle: software,
    verdict: verdictOn(after, today),
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
    estimatedFrom: software.estimatedFrom,
    before: actionToday(daysBefore, today),
    action,
    appliesOn,
    message,
    changes,
    images,
  };
}
