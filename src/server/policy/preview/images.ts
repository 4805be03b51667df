import type { Day } from '@/domain/eol/calendar';
import type { PolicyAction } from '@/domain/policy/policy';
import { findImageNames, findProjectNames, type AffectedImage } from './queries';
import { MAX_PREVIEW_ROWS, type PreviewView } from './view';

interface ImagePreview {
  readonly imageTagId: string;
  readonly projectId: string;
  readonly before: PolicyAction;
  readonly after: PolicyAction;
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
}

/** Counts of images by what is done to them. */
interface ActionCounts {
  readonly denied: number;
  readonly warned: number;
  readonly allowed: number;
}

/** What a change of policies does to images: counts, the days on which it does, and the worst of them. */
export async function summarizeImages(view: PreviewView, imageCount: number) {
  const images = view.affected.flatMap((row) =>
    row.imageTagId === null ? [] : [toImagePreview(row, view.today)],
  );
  const acted = images.filter(({ after }) => after !== 'ALLOW');
  return {
    counts: {
      before: countActions(images, imageCount, ({ before }) => before),
      after: countActions(images, imageCount, ({ after }) => after),
    },
    timeline: timelineOf(images, view.today),
    images: { total: acted.length, items: await nameImages(view, worstFirst(acted)) },
    projects: await summarizeProjects(view, acted),
  };
}

function toImagePreview(row: AffectedImage, today: Day): ImagePreview {
  const { imageTagId, projectId, deniedOn, warnedOn } = row;
  return {
    imageTagId,
    projectId,
    before: actionToday(row.deniedBeforeOn, row.warnedBeforeOn, today),
    after: actionToday(deniedOn, warnedOn, today),
    deniedOn,
    // A denial that comes first leaves nothing to warn of.
    warnedOn: deniedOn !== null && warnedOn !== null && deniedOn <= warnedOn ? null : warnedOn,
  };
}

function actionToday(deniedOn: Day | null, warnedOn: Day | null, today: Day): PolicyAction {
  if (deniedOn === today) return 'DENY';
  return warnedOn === today ? 'WARN' : 'ALLOW';
}

function countActions(
  images: readonly ImagePreview[],
  imageCount: number,
  actionOf: (image: ImagePreview) => PolicyAction,
): ActionCounts {
  const denied = images.filter((image) => actionOf(image) === 'DENY').length;
  const warned = images.filter((image) => actionOf(image) === 'WARN').length;
  return { denied, warned, allowed: Math.max(0, imageCount - denied - warned) };
}

/** The later days on which images are denied or warned of for the first time, in order. */
function timelineOf(images: readonly ImagePreview[], today: Day) {
  const days = new Map<Day, { denied: number; warned: number }>();
  const count = (on: Day | null, kind: 'denied' | 'warned') => {
    if (on === null || on === today) return;
    const counts = days.get(on) ?? { denied: 0, warned: 0 };
    counts[kind] += 1;
    days.set(on, counts);
  };
  for (const { deniedOn, warnedOn } of images) {
    count(deniedOn, 'denied');
    count(warnedOn, 'warned');
  }
  const items = [...days].map(([on, counts]) => ({ on, ...counts }));
  items.sort((left, right) => (left.on < right.on ? -1 : 1));
  return { total: items.length, items: items.slice(0, MAX_PREVIEW_ROWS) };
}

/** Denied before warned; within each by name, as they came. */
function worstFirst(images: readonly ImagePreview[]): ImagePreview[] {
  const of = (action: PolicyAction) => images.filter(({ after }) => after === action);
  return [...of('DENY'), ...of('WARN')].slice(0, MAX_PREVIEW_ROWS);
}

async function nameImages({ db, organizationId }: PreviewView, images: readonly ImagePreview[]) {
  const ids = images.map(({ imageTagId }) => imageTagId);
  const names = await findImageNames(organizationId, db, ids);
  const byId = new Map(names.map((image) => [image.id, image]));
  return images.flatMap((image) => {
    const named = byId.get(image.imageTagId);
    if (!named) return [];
    const { name, tag, projectName } = named;
    return [{ ...image, name, tag, projectName }];
  });
}

async function summarizeProjects(
  { db, organizationId }: PreviewView,
  acted: readonly ImagePreview[],
) {
  const projects = new Map<string, { projectId: string; denied: number; warned: number }>();
  for (const { projectId, after } of acted) {
    const counts = projects.get(projectId) ?? { projectId, denied: 0, warned: 0 };
    counts[after === 'DENY' ? 'denied' : 'warned'] += 1;
    projects.set(projectId, counts);
  }
  const worst = [...projects.values()]
    .sort((left, right) => right.denied - left.denied || right.warned - left.warned)
    .slice(0, MAX_PREVIEW_ROWS);
  const ids = worst.map(({ projectId }) => projectId);
  const names = await findProjectNames(organizationId, db, ids);
  const nameById = new Map(names.map(({ id, name }) => [id, name]));
  const items = worst.map((project) => ({
    ...project,
    projectName: nameById.get(project.projectId) ?? '',
  }));
  return { total: projects.size, items };
}
