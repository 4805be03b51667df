import type { Day } from '@/domain/eol/calendar';
import type { OrganizationId } from '@/server/auth/organization-id';
import type { Transaction } from '@/server/db';
import type { JudgedSoftware } from './judge-software';
import type { AffectedImage, AffectedSoftware, OwnProject } from './queries';

/** Rows of each list of a preview; beside each list stands how many there are. */
export const MAX_PREVIEW_ROWS = 50;

/** Everything that the parts of a preview are made of. */
export interface PreviewView {
  readonly db: Transaction;
  readonly organizationId: OrganizationId;
  readonly projects: readonly OwnProject[];
  readonly judged: readonly JudgedSoftware[];
  readonly affected: readonly (AffectedImage | AffectedSoftware)[];
  readonly today: Day;
}

/** A key of a software in a set of projects. */
export function placeOf(set: number, softwareId: string): string {
  return `${String(set)} ${softwareId}`;
}

/** Numbers of images that hold each software of each set. */
export function imagesByPlace(view: PreviewView): Map<string, number> {
  return new Map(
    view.affected.flatMap((row) =>
      row.imageTagId === null ? [[placeOf(row.set, row.softwareId), row.images] as const] : [],
    ),
  );
}
