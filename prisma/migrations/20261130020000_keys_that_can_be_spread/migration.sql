-- Ids never change, so no foreign key needs to follow one. `ON UPDATE CASCADE`, Prisma's default, is what a database that is
-- spread over many machines refuses. The constraints are made anew without being held against the rows, which they hold for
-- already: so every table is locked for a moment only, however many rows it has. The next migration checks the rows beside the
-- work of others.
DO $$
DECLARE
  foreign_key record;
BEGIN
  FOR foreign_key IN
    SELECT conrelid::regclass AS on_table, quote_ident(conname) AS name,
           replace(pg_get_constraintdef(oid), ' ON UPDATE CASCADE', '') AS definition
      FROM pg_constraint
     WHERE contype = 'f' AND confupdtype = 'c' AND connamespace = current_schema()::regnamespace
     ORDER BY conrelid::regclass::text, conname
  LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %s, ADD CONSTRAINT %s %s NOT VALID', foreign_key.on_table,
                   foreign_key.name, foreign_key.name, foreign_key.definition);
  END LOOP;
END
$$;

-- What is unique over all organizations cannot be seen to on many machines. Nobody needs it here: the digest of a random token
-- is its own.
DROP INDEX "waiver_link_token_hash_key";
CREATE INDEX "waiver_link_token_hash_idx" ON "waiver_link"("token_hash");
