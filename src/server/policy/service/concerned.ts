import { actionToday, changesAfter, verdictOn, type ActionDays } from '@/domain/policy/dated-rules';
import type { JudgedRow } from '@/server/registry/service/judged';
import { toCycleStatus } from '../dto';
import type { SoftwareJudge, JudgedSoftware } from './software-judge';

/** Rows of each list of a preview; each list says how many there are. */
const MAX_PREVIEW_ROWS = 50;

/** Takes the first rows of a list, and says how many there are. */
export function firstRows<Row>(rows: readonly Row[]): { total: number; items: Row[] } {
  return { total: rows.length, items: rows.slice(0, MAX_PREVIEW_ROWS) };
}

const RANKS = { DENY: 0, WARN: 1, ALLOW: 2 } as const;

/**
 * Lists software, or packages, that a policy concerns, today or later, before or after the change: denied before warned, then by
 * product and cycle. A row names a project where that project has policies of its own, and whether it is about what runs
 * where a policy asks.
 */
export function summarizeConcerned<Judged extends JudgedSoftware, Row>(
  judged: readonly Judged[],
  judge: SoftwareJudge,
  toRow: (one: Judged, judge: SoftwareJudge) => Row,
) {
  const rankOf = ({ daysAfter }: JudgedSoftware) => RANKS[actionToday(daysAfter, judge.today)];
  const concerned = judged
    .filter(({ daysBefore, daysAfter }) => isEver(daysBefore) || isEver(daysAfter))
    .toSorted((left, right) => rankOf(left) - rankOf(right));
  const { total, items } = firstRows(concerned);
  return { total, items: items.map((one) => toRow(one, judge)) };
}

const isEver = ({ deniedOn, warnedOn }: ActionDays) => deniedOn !== null || warnedOn !== null;

/** Makes a row of a preview of software. */
export function toSoftwarePreview(judged: JudgedSoftware, judge: SoftwareJudge) {
  const { software, place, daysBefore, images } = judged;
  const { today } = judge;
  const after = judge.rulesOf(judged);
  const changes = changesAfter(after, today);
  const waived = judge.waivedOf(judged);
  const { action, appliesOn, message } = toCycleStatus({
    cycle: software,
    verdict: verdictOn(after, today),
    nextChanges: changes,
    waived,
  });
  return {
    softwareId: software.id,
    projectName: place.project?.name ?? null,
    running: place.running,
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
    waivedUntil: waived?.waiver.endsOn ?? null,
    changes,
    images,
  };
}

/** Makes a row of a preview of a package that registries speak of. */
export function toPackagePreview(
  judged: JudgedSoftware & { readonly found: JudgedRow },
  judge: SoftwareJudge,
) {
  const { found, place, daysBefore, daysAfter, images } = judged;
  const { today } = judge;
  return {
    componentId: found.id,
    projectName: place.project?.name ?? null,
    running: place.running,
    ...{ name: found.name, version: found.version, purl: found.purl, degree: found.degree },
    ...{ statement: found.message, successor: found.successor },
    before: actionToday(daysBefore, today),
    action: actionToday(daysAfter, today),
    waivedUntil: judge.waivedOf(judged)?.waiver.endsOn ?? null,
    changes: changesAfter(judge.rulesOf(judged), today),
    images,
  };
}
