import type { Day } from '@/domain/eol/calendar';
import type { PolicyAction } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { firstRows } from './list';
import { findImagesById, findProjectsById } from '../repository';
import type { Survey, SurveyedImage } from './survey';

/** What a change of policies does to images: counts, the days on which it does, and the worst of them. */
export async function summarizeImages(
  organizationId: OrganizationId,
  db: Transaction,
  { images, imageCount }: Survey,
  today: Day,
) {
  const of = (action: PolicyAction) => images.filter(({ after }) => after === action);
  const acted = [...of('DENY'), ...of('WARN')];
  const worst = firstRows(acted);
  const projects = firstRows(worstProjects(acted));
  const rows = [...worst.items, ...projects.items];
  const [imageNames, projectNames] = await Promise.all([
    findImagesById(
      organizationId,
      db,
      worst.items.map(({ imageTagId }) => imageTagId),
    ),
    findProjectsById(
      organizationId,
      db,
      rows.map(({ projectId }) => projectId),
    ),
  ]);
  const imageById = new Map(imageNames.map((image) => [image.id, image]));
  const nameById = new Map(projectNames.map(({ id, name }) => [id, name]));
  const nameProject = <Row extends { readonly projectId: string }>(row: Row) => ({
    ...row,
    projectName: nameById.get(row.projectId) ?? '',
  });
  return {
    counts: {
      before: countActions(images, imageCount, ({ before }) => before),
      after: countActions(images, imageCount, ({ after }) => after),
    },
    timeline: firstRows(timelineOf(images, today)),
    images: {
      total: worst.total,
      items: worst.items.map((image) => {
        const named = imageById.get(image.imageTagId);
        const { kind = 'image', name = '', tag = '' } = named ?? {};
        return { ...nameProject(image), kind, name, tag };
      }),
    },
    projects: { total: projects.total, items: projects.items.map(nameProject) },
  };
}

function countActions(
  images: readonly SurveyedImage[],
  imageCount: number,
  actionOf: (image: SurveyedImage) => PolicyAction,
) {
  const denied = images.filter((image) => actionOf(image) === 'DENY').length;
  const warned = images.filter((image) => actionOf(image) === 'WARN').length;
  return { denied, warned, allowed: imageCount - denied - warned };
}

/** The later days on which images are denied or warned of for the first time, in order. */
function timelineOf(images: readonly SurveyedImage[], today: Day) {
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
  const rows = [...days].map(([on, counts]) => ({ on, ...counts }));
  return rows.sort((left, right) => (left.on < right.on ? -1 : 1));
}

/** Projects with images that are denied or warned of today, those with most denials first. */
function worstProjects(acted: readonly SurveyedImage[]) {
  const projects = new Map<string, { projectId: string; denied: number; warned: number }>();
  for (const { projectId, after } of acted) {
    const counts = projects.get(projectId) ?? { projectId, denied: 0, warned: 0 };
    counts[after === 'DENY' ? 'denied' : 'warned'] += 1;
    projects.set(projectId, counts);
  }
  return [...projects.values()].sort(
    (left, right) => right.denied - left.denied || right.warned - left.warned,
  );
}
