import { sql, type RawBuilder } from 'kysely';
import type { LabelCondition } from '@/domain/image/list';

/**
 * Pieces of SQL on images, most of them on those that are retired. These have left every list and count, as deleted ones have (`deleted_at`); what
 * shall reach them says so by one of these. See .github/decisions/0067-retired-images.md.
 */

/** Tells whether an image tag is not deleted: it counts, or it is retired. */
export function isKept(imageTag: string): RawBuilder<boolean> {
  const [deletedAt, retiredAt] = columnsOf(imageTag);
  return sql<boolean>`(${deletedAt} IS NULL OR ${retiredAt} IS NOT NULL)`;
}

const columnsOf = (imageTag: string) =>
  [sql.ref(`${imageTag}.deleted_at`), sql.ref(`${imageTag}.retired_at`)] as const;

/** Tells whether an image tag has a finding: now, or when it was retired. */
export function hasFinding(imageTag: string, finding: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${finding}.is_open`)}
    OR ${sql.ref(`${finding}.id`)} = ANY(${sql.ref(`${imageTag}.retired_finding_ids`)}))`;
}

/** When an image tag was last scanned, or seen running. */
export function lastSeenAt(imageTag: string): RawBuilder<Date> {
  return sql<Date>`greatest(${sql.ref(`${imageTag}.latest_scan_at`)}, ${sql.ref(`${imageTag}.last_run_at`)})`;
}

/** Tells whether the labels of an image tag have (or do not have) one of some values. */
export function hasLabel(
  imageTag: string,
  { name, values, isIn }: LabelCondition,
): RawBuilder<boolean> {
  const labels = sql.ref(`${imageTag}.labels`);
  return sql`coalesce(${labels} ->> ${name} = ANY(${values}::text[]), false) = ${isIn}::boolean`;
}
