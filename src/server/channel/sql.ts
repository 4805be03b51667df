import { sql, type RawBuilder } from 'kysely';

/** Messages that are kept of one organization, the newest. */
const MAX_MESSAGES = 20_000;

/**
 * Tells whether a message is to be forgotten: it was made before a moment or is not among the newest that are kept, and
 * nobody is still to get it, by itself, by mail or in a digest.
 * @param message the name by which the statement knows the message
 */
export function isForgotten(
  own: RawBuilder<string>,
  message: string,
  before: Date,
): RawBuilder<boolean> {
  const [id, createdAt] = [sql.ref(`${message}.id`), sql.ref(`${message}.created_at`)];
  return sql<boolean>`(${createdAt} < ${before}::timestamptz OR ${id} < (
           SELECT kept.id FROM message kept WHERE kept.organization_id = ${own}
            ORDER BY kept.id DESC OFFSET ${MAX_MESSAGES} - 1 LIMIT 1))
     AND NOT EXISTS (
           SELECT FROM delivery d
            WHERE d.organization_id = ${own} AND d.message_id = ${id} AND d.due_at IS NOT NULL)
     AND NOT EXISTS (
           SELECT FROM letter l
            WHERE l.organization_id = ${own} AND l.message_id = ${id} AND l.due_at IS NOT NULL)
     AND NOT EXISTS (
           SELECT FROM digest_entry w WHERE w.organization_id = ${own} AND w.message_id = ${id})
     AND NOT EXISTS (
           SELECT FROM held_message h WHERE h.organization_id = ${own} AND h.message_id = ${id})`;
}
