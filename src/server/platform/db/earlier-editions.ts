import type pg from 'pg';

/**
 * A migration that was on main in another form for some hours, while nothing was released: what brings a database of that
 * form to what the file makes today. None comes to this list any more: a migration is never edited.
 */
interface EarlierEdition {
  readonly migration: string;
  /** Of the earlier file. */
  readonly checksum: string;
  /** Left out where it made the same, or nothing else than functions: those are made anew by `functions_again`. */
  readonly sql?: string;
}

const EDITIONS: readonly EarlierEdition[] = [
  {
    migration: '20261123010000_catalog',
    checksum: 'e9d7628f7ad84f9fd9842e0e4844da3814dba798ed1058936ed9cd179244488b',
    sql: 'ALTER TABLE catalog_product DROP COLUMN content_key',
  },
  {
    migration: '20261126018000_feed_token',
    checksum: 'a29d54ee40d482042b6d0b27d2802fa25b1b7f48998e8b9e20822c1b498b2ca9',
    // Moves of cycles were kept without a number and without a limit; a token that is revoked is deleted since.
    sql: `
      ALTER TABLE feed_token ADD COLUMN expires_at TIMESTAMPTZ(3);
      DELETE FROM feed_token WHERE revoked_at IS NOT NULL;
      ALTER TABLE feed_token DROP COLUMN revoked_at;
      DROP INDEX software_cycle_move_organization_id_software_cycle_id_moved_idx;
      ALTER TABLE software_cycle_move DROP CONSTRAINT software_cycle_move_pkey;
      ALTER TABLE software_cycle_move ADD COLUMN sequence INTEGER;
      UPDATE software_cycle_move m SET sequence = numbered.sequence
        FROM (SELECT organization_id, id,
                     row_number() OVER (PARTITION BY organization_id, software_cycle_id ORDER BY moved_at, id) AS sequence
                FROM software_cycle_move) numbered
       WHERE numbered.organization_id = m.organization_id AND numbered.id = m.id;
      DELETE FROM software_cycle_move m
       WHERE m.sequence <= (SELECT max(n.sequence) - 20 FROM software_cycle_move n
                             WHERE n.organization_id = m.organization_id AND n.software_cycle_id = m.software_cycle_id);
      ALTER TABLE software_cycle_move ALTER COLUMN sequence SET NOT NULL, DROP COLUMN id;
      ALTER TABLE software_cycle_move
        ADD CONSTRAINT software_cycle_move_pkey PRIMARY KEY (organization_id, software_cycle_id, sequence);
      CREATE OR REPLACE FUNCTION note_cycle_move() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        next_sequence INTEGER;
      BEGIN
        SELECT coalesce(max(m.sequence), 0) + 1 INTO next_sequence FROM software_cycle_move m
         WHERE m.organization_id = NEW.organization_id AND m.software_cycle_id = NEW.id;
        INSERT INTO software_cycle_move (organization_id, software_cycle_id, sequence, old_eol_on, new_eol_on, source, moved_at)
        VALUES (NEW.organization_id, NEW.id, next_sequence,
                CASE WHEN OLD.eol_on_known THEN OLD.eol_on END,
                CASE WHEN NEW.eol_on_known THEN NEW.eol_on END,
                NEW.eol_source, NEW.updated_at);
        DELETE FROM software_cycle_move m
         WHERE m.organization_id = NEW.organization_id AND m.software_cycle_id = NEW.id AND m.sequence <= next_sequence - 20;
        RETURN NULL;
      END
      $$;
      DO $$
      BEGIN
        EXECUTE format('ALTER FUNCTION note_cycle_move() SET search_path = pg_catalog, %I, pg_temp', current_schema());
      END
      $$`,
  },
  {
    migration: '20261126032000_message_rule',
    checksum: '3b55824472d59c0dccc5d830fd1d811d40ee895d01b68a7f51034fe13ffd1047',
    // Organizations keep the daily digest that they were given.
    sql: `ALTER TABLE organization ALTER COLUMN message_tempo SET DEFAULT 'weekly'`,
  },
  {
    migration: '20261130020200_triggers_of_parts',
    checksum: 'bb8b9aec25cb071bb8cd7a0873b3d117fbb113308944610dea32fb4fa65cab18',
  },
  {
    migration: '20261130020200_triggers_of_parts',
    checksum: '1a24b5a28da506ee31dbe0e329a60d59db9247c25b5586781ef406a7ef514195',
  },
  {
    migration: '20261130030000_retention',
    checksum: '7340229af05fe53cd5efc199497dd673647780b0ef8ef05cd5a76d38b717727a',
    // The last removal from the audit log was looked for, and is kept since.
    sql: `
      DROP INDEX audit_event_removal_idx;
      ALTER TABLE retention_rules ADD COLUMN removal_id UUID;
      UPDATE retention_rules r SET removal_id = (
        SELECT e.id FROM audit_event e
         WHERE e.organization_id = r.organization_id AND e.action = 'audit_event.remove' AND e.subject_kind = 'audit_event'
         ORDER BY e.at DESC, e.id DESC LIMIT 1)`,
  },
  {
    migration: '20261130030000_retention',
    checksum: 'd24ab694d551b4c11dafb5b8bc0cea145b5b12d2660d222961e43214b437a59e',
  },
  {
    migration: '20261130050000_holding',
    checksum: '8f0633c07470f76bc7686f9a09b005982c8d8bd165be3926ee094c7fbbf88e70',
  },
  {
    migration: '20261201170000_known_products',
    checksum: '986f8c6ed656949b8a872818f24047495c8a44e7b595a10830f95e990c02e94b',
  },
];

/** The edition that made what is in a database; undefined for a migration that is as it is today, or was edited by others. */
export function earlierEdition(migration: string, checksum: string): EarlierEdition | undefined {
  return EDITIONS.find((one) => one.migration === migration && one.checksum === checksum);
}

/** Brings what an earlier edition has made to what the file makes today, and records it as that. All or nothing. */
export async function replaceEdition(
  client: pg.ClientBase,
  { migration, checksum, sql }: EarlierEdition,
  today: string,
): Promise<void> {
  await client.query('BEGIN');
  try {
    if (sql !== undefined) await client.query(sql);
    await client.query(
      'UPDATE _prisma_migrations SET checksum = $1 WHERE migration_name = $2 AND checksum = $3',
      [today, migration, checksum],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}
