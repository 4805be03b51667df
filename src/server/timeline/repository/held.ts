import { sql, type RawBuilder } from 'kysely';
import type { Day } from '@/domain/eol/calendar';
import type { DayRange, EolState } from '@/domain/eol/proximity';
import type { LabelCondition } from '@/domain/image/list';
import type { OwnerScope } from '@/domain/team/owner';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import type { Database } from '@/server/platform/db/db';
import { anyOrganization } from '@/server/platform/db/sql';
import { heldSoftware, heldSoftwareIn } from '@/server/holding/sql';
import { hasLabel } from '@/server/inventory/sql';
import { heldSoftwareThen, wasOpen, type Past } from '@/server/past/sql';
import { isOwnedProject } from '@/server/team/sql';

/** Which images count. Null means any. */
export interface ImageFilter {
  readonly projectId: string | null;
  readonly label: LabelCondition | null;
  readonly owner: OwnerScope | null;
  /** The day that they are looked at as of; null: now. */
  readonly past: Past | null;
}

/** What is on the timeline. Null means any. */
export interface TimelineFilter extends ImageFilter {
  readonly artifactType: string | null;
  readonly states: readonly EolState[] | null;
  /** Only what ends between these days. */
  readonly range: DayRange | null;
  readonly today: Day;
  /** What the images that count hold, where that has been read by {@link softwareHeldBy}: it is not read again. */
  readonly heldIds: readonly string[] | null;
}

/** Tells whether image tag `i` counts; null where every one does. */
export function countsFor(
  { projectId, label, owner }: ImageFilter,
  own: RawBuilder<string>,
): RawBuilder<boolean> | null {
  const conditions = [
    ...(projectId === null ? [] : [sql<boolean>`i.project_id = ${projectId}`]),
    ...(label ? [hasLabel('i', label)] : []),
    ...(owner ? [isOwnedProject('i.project_id', own, owner)] : []),
  ];
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/**
 * The software that images which count hold, with their number, by the kept counts of what is held where there are some; or
 * what they held when a day was over, by the times in which it was found.
 */
export function heldByImages(
  { projectId, label, owner, past }: ImageFilter,
  own: RawBuilder<string>,
): RawBuilder<{ softwareId: string; images: number }> {
  const projects = [
    sql<boolean>`true`,
    ...(projectId === null ? [] : [sql<boolean>`project_id = ${projectId}`]),
    ...(owner ? [isOwnedProject('project_id', own, owner)] : []),
  ];
  const choice = {
    projects: sql<boolean>`(${sql.join(projects, sql` AND `)})`,
    images: label ? hasLabel('i', label) : undefined,
  };
  if (past) return heldSoftwareThen(own, past, choice);
  return projects.length === 1 && !label ? heldSoftware(own) : heldSoftwareIn(own, choice);
}

/** Tells whether an image that counts holds software `s`, or held it when a day was over. */
export function isHeldBy(filter: TimelineFilter, own: RawBuilder<string>): RawBuilder<boolean> {
  if (filter.heldIds) return sql<boolean>`s.id = ANY(${filter.heldIds}::uuid[])`;
  return sql<boolean>`s.id IN (SELECT held.software_id FROM ${heldByImages(filter, own)} held)`;
}

/**
 * Reads the ids of the software that the images which count hold, those with a label for one. Plan: their image tags' arrays,
 * each id once: a scan of all image tags, so it is worth reading once for several statements.
 */
export async function softwareHeldBy(
  organizationId: OrganizationId,
  db: Database,
  filter: ImageFilter,
): Promise<string[]> {
  const own = anyOrganization(organizationId);
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT unnest(i.software_ids) AS id FROM image_tag i
     WHERE i.organization_id = ${own} AND i.deleted_at IS NULL AND ${countsFor(filter, own) ?? sql`true`}`.execute(
    db.sql,
  );
  return rows.map(({ id }) => id);
}

/** Tells whether finding `f` is open, or was when a day was over. */
export function isFound({ past }: ImageFilter, own: RawBuilder<string>): RawBuilder<boolean> {
  return past ? wasOpen(own, past) : sql<boolean>`f.is_open = ${true}`;
}

/** Tells whether software in `used`, in use, ends when it is asked for. */
export function endsInRange({ range }: TimelineFilter): RawBuilder<boolean> {
  return range === null
    ? sql`true`
    : sql<boolean>`(used.eol_on > ${range.after}::date AND used.eol_on <= ${range.until}::date)`;
}

/** Tells whether software in `used`, in use and of a state, is asked for. */
export function isListed(filter: TimelineFilter): RawBuilder<boolean> {
  const { states } = filter;
  if (states === null) return endsInRange(filter);
  return sql<boolean>`(used.state = ANY(${states}::text[]) AND ${endsInRange(filter)})`;
}
