import { changesAfter, verdictOn } from '@/domain/policy/dated-rules';
import { toCycleStatus } from '../dto';
import { byActionToday, type JudgedSoftware } from './judge-software';
import { imagesByPlace, MAX_PREVIEW_ROWS, placeOf, type PreviewView } from './view';

/**
 * Software that a policy concerns, today or later, before or after the change: denied before warned, then
 * by product and cycle. A project stands beside it where that project has policies of its own.
 */
export function summarizeSoftware(view: PreviewView) {
  const images = imagesByPlace(view);
  const countOf = ({ set, software }: JudgedSoftware) => images.get(placeOf(set, software.id)) ?? 0;
  const concerned = view.judged.filter((judged) => countOf(judged) > 0);
  const items = concerned
    .toSorted(byActionToday(view.today))
    .slice(0, MAX_PREVIEW_ROWS)
    .map((judged) => ({ ...toSoftwarePreview(judged, view), images: countOf(judged) }));
  return { total: concerned.length, items };
}

function toSoftwarePreview(judged: JudgedSoftware, { today }: PreviewView) {
  const { software, project, before, after } = judged;
  const verdict = verdictOn(after, today);
  const nextChanges = changesAfter(after, today);
  const {
    nextChange: _,
    policyId: __,
    ...status
  } = toCycleStatus({
    cycle: software,
    verdict,
    nextChanges,
  });
  return {
    softwareId: software.id,
    projectName: project?.name ?? null,
    productName: software.productName,
    cycle: software.cycle,
    artifactType: software.artifactType,
    eolDate: software.eolOn,
    eolDateKnown: software.eolOnKnown,
    before: verdictOn(before, today).action,
    ...status,
    changes: nextChanges,
  };
}
