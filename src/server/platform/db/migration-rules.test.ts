import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { readMigrations } from './migrate';
import { migrationFaults } from './migration-rules';

const migrations = await readMigrations(
  fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url)),
);
/** Those before were made while nobody had millions of rows, and are as they are. */
const RULED_FROM = '20261201';

describe('migrations', () => {
  it.each(migrations.filter(({ name }) => name >= RULED_FROM).map(({ name, sql }) => [name, sql]))(
    '%s lock no big table for long, and leave the version before running',
    (_, sql) => {
      expect(migrationFaults(sql)).toEqual([]);
    },
  );

  it('of before that would not do today are these', () => {
    const old = migrations.filter(({ name }) => name < '20261130');
    const faulty = old.flatMap(({ name, sql }) => {
      const kinds = new Set(migrationFaults(sql).map(({ kind }) => kind));
      return kinds.size === 0 ? [] : [`${name.slice(15)}: ${[...kinds].sort().join(', ')}`];
    });
    expect(faulty).toEqual([
      'indexes_for_deletion: waits',
      'catalog: breaks',
      'no_cluster_resource_name: breaks',
      'message_rule: breaks',
      'contract_history: waits',
    ]);
  });
});

const WAITS = [
  'CREATE INDEX "a" ON "finding"("organization_id");',
  'CREATE UNIQUE INDEX a ON scan (organization_id) WHERE true;',
  'ALTER TABLE "scan" ALTER COLUMN "digest" SET NOT NULL;',
  'ALTER TABLE "finding" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "b"("a");',
  'ALTER TABLE finding_interval ADD CONSTRAINT c CHECK (opened_at <= closed_at);',
  'ALTER TABLE "component" ADD CONSTRAINT "c" UNIQUE ("name");',
  'ALTER TABLE "sbom" ALTER COLUMN "size_bytes" SET DATA TYPE BIGINT;',
  'ALTER TABLE "scan" ADD COLUMN "key" UUID NOT NULL DEFAULT gen_random_uuid();',
  'UPDATE "finding" SET "is_open" = false;',
  'WITH old AS (SELECT 1)\nUPDATE finding_interval SET closed_at = now() FROM old;',
  'DELETE FROM audit_event WHERE at < now();',
  'TRUNCATE "finding";',
];
const BREAKS = [
  'ALTER TABLE "team" DROP COLUMN "name";',
  'DROP TABLE "team";',
  'ALTER TABLE "team" RENAME COLUMN "name" TO "title";',
  "ALTER TYPE \"role\" RENAME VALUE 'a' TO 'b';",
  'ALTER TABLE "team" ADD COLUMN "key" TEXT NOT NULL;',
  'ALTER TABLE "scan" ADD COLUMN "a" INT, ADD COLUMN "key" TEXT NOT NULL;',
];

describe('faults', () => {
  test.each(WAITS)('waits: %s', (sql) => {
    expect(migrationFaults(sql).map(({ kind }) => kind)).toEqual(['waits']);
    expect(migrationFaults(`-- Waits: two seconds for two million rows.\n${sql}`)).toEqual([]);
    expect(migrationFaults(`-- Breaks: nothing.\n${sql}`)).toHaveLength(1);
  });

  test.each(BREAKS)('breaks: %s', (sql) => {
    expect(migrationFaults(sql).map(({ kind }) => kind)).toEqual(['breaks']);
    expect(migrationFaults(`-- Breaks: nobody has read it for two versions.\n${sql}`)).toEqual([]);
  });

  test.each([
    'CREATE INDEX CONCURRENTLY a ON finding (id);',
    'CREATE INDEX a ON team (organization_id);',
    'CREATE TABLE "scan" ("id" UUID);\nCREATE INDEX a ON "scan"("id");',
    'ALTER TABLE scan ADD CONSTRAINT c CHECK (true) NOT VALID;',
    'ALTER TABLE scan VALIDATE CONSTRAINT c;',
    'ALTER TABLE "scan" ADD COLUMN "key" UUID;',
    'ALTER TABLE "scan" ADD COLUMN "is_new" BOOLEAN NOT NULL DEFAULT false;',
    'ALTER TABLE "team" ADD COLUMN "a" INT NOT NULL DEFAULT 0, ADD COLUMN "b" TEXT;',
    'UPDATE team SET name = 1;',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE finding SET is_open = true; DROP TABLE team; $$;',
    '-- DROP TABLE team;',
  ])('none: %s', (sql) => {
    expect(migrationFaults(sql)).toEqual([]);
  });
});
