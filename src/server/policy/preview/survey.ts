import type { Day } from '@/domain/eol/calendar';
import type { PolicyAction } from '@/domain/policy/policy';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import { HiddenDenials } from './hidden-denials';
import { findHoldingImages, idsIn, type HoldingImage } from './queries';
import {
  earlier,
  type ActionDays,
  type JudgedSoftware,
  type SoftwareJudge,
} from './software-judge';

/** So many images are held in memory at once. */
const IMAGES_A_PAGE = 10_000;

/** An image that is denied or warned of, today or later, before or after the change. */
export interface SurveyedImage {
  readonly imageTagId: string;
  readonly projectId: string;
  readonly before: PolicyAction;
  readonly after: PolicyAction;
  /** The first days with each action; a warning that a denial precedes is none. */
  readonly deniedOn: Day | null;
  readonly warnedOn: Day | null;
}

export interface Survey {
  readonly imageCount: number;
  /** By name. */
  readonly images: readonly SurveyedImage[];
  readonly hiddenDenials: HiddenDenials;
}

const NEVER: ActionDays = { deniedOn: null, warnedOn: null };

/** Goes through all images of the organization once, and judges what they hold. */
export async function surveyImages(
  organizationId: OrganizationId,
  db: Transaction,
  judge: SoftwareJudge,
): Promise<Survey> {
  const images: SurveyedImage[] = [];
  const hiddenDenials = new HiddenDenials();
  let imageCount = 0;
  let last: HoldingImage | null = null;
  for (;;) {
    const page: HoldingImage[] = await findHoldingImages(organizationId, db, last, IMAGES_A_PAGE);
    for (const image of page) {
      const held = heldBy(image, judge);
      hiddenDenials.look(held);
      const surveyed = survey(image, held, judge.today);
      if (surveyed) images.push(surveyed);
    }
    imageCount += page.length;
    last = page.at(-1) ?? null;
    if (page.length < IMAGES_A_PAGE) return { imageCount, images, hiddenDenials };
  }
}

function heldBy(image: HoldingImage, judge: SoftwareJudge): JudgedSoftware[] {
  const project = judge.ownProject(image.projectId);
  const held: JudgedSoftware[] = [];
  for (const id of idsIn(image.softwareIds)) {
    const judged = judge.judge(project, id);
    if (!judged) continue;
    judged.images += 1;
    held.push(judged);
  }
  return held;
}

function survey(
  { id, projectId }: HoldingImage,
  held: readonly JudgedSoftware[],
  today: Day,
): SurveyedImage | null {
  let [before, after] = [NEVER, NEVER];
  for (const { daysBefore, daysAfter } of held) {
    before = earliest(before, daysBefore);
    after = earliest(after, daysAfter);
  }
  if (before === NEVER && after === NEVER) return null;
  const { deniedOn, warnedOn } = after;
  const isDeniedFirst = deniedOn !== null && warnedOn !== null && deniedOn <= warnedOn;
  return {
    imageTagId: id,
    projectId,
    before: actionToday(before, today),
    after: actionToday(after, today),
    deniedOn,
    warnedOn: isDeniedFirst ? null : warnedOn,
  };
}

function earliest(left: ActionDays, right: ActionDays): ActionDays {
  if (right.deniedOn === null && right.warnedOn === null) return left;
  return {
    deniedOn: earlier(left.deniedOn, right.deniedOn),
    warnedOn: earlier(left.warnedOn, right.warnedOn),
  };
}

function actionToday({ deniedOn, warnedOn }: ActionDays, today: Day): PolicyAction {
  if (deniedOn === today) return 'DENY';
  return warnedOn === today ? 'WARN' : 'ALLOW';
}
