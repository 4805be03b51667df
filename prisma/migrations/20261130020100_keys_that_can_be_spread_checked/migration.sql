-- Holds the rows against the foreign keys of the migration before: rows are read and written by others meanwhile.
DO $$
DECLARE
  foreign_key record;
BEGIN
  FOR foreign_key IN
    SELECT conrelid::regclass AS on_table, quote_ident(conname) AS name
      FROM pg_constraint
     WHERE contype = 'f' AND NOT convalidated AND connamespace = current_schema()::regnamespace
     ORDER BY conrelid::regclass::text, conname
  LOOP
    EXECUTE format('ALTER TABLE %s VALIDATE CONSTRAINT %s', foreign_key.on_table, foreign_key.name);
  END LOOP;
END
$$;
