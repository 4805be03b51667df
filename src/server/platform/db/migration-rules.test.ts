import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { PLACED_TABLES } from './layout';
import { indexBuiltBeside } from './built-beside';
import { readMigrations } from './migrate';
import { BIG_TABLES, migrationFaults } from './migration-rules';

const migrations = await readMigrations(
  fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url)),
);
/** Those before were made while nobody had millions of rows, and are as they are. */
const RULED_FROM = '20261201';

/** Migrations since then that were applied before a table was known to be big: they are never edited. */
const APPLIED: Readonly<
  Record<string, { readonly kinds: readonly string[]; readonly why: string }>
> = {
  '20261201150000_search_index': {
    kinds: ['waits'],
    why: 'It builds two indexes of image_tag while nobody may upload: that has a row for each image, not for what is in it',
  },
  '20261201040000_lifecycle_fact': {
    kinds: ['waits'],
    why: 'What it copies are dates of release cycles: 35 ms beside two million findings',
  },
  '20261201160000_product_holding': {
    kinds: ['waits'],
    why: 'It counts the products of all images while nobody may upload: 6 s for 50,000 with two million findings, both cores busy',
  },
  '20261202100000_image_bits': {
    kinds: ['waits'],
    why: 'What it copies are numbers of software: uploads waited 51 ms beside two million findings',
  },
};

const kindsOf = (sql: string) =>
  [...new Set(migrationFaults(sql).map(({ kind }) => kind))].toSorted();

describe('migrations', () => {
  const ruled = migrations.filter(({ name }) => name >= RULED_FROM);

  it.each(ruled.map(({ name, sql }) => [name, sql]))(
    '%s lock no big table for long, and leave the version before running',
    (name, sql) => {
      const applied = APPLIED[name];
      if (applied) expect(kindsOf(sql), applied.why).toEqual(applied.kinds);
      else expect(migrationFaults(sql)).toEqual([]);
    },
  );

  it('build an index beside other work alone in their file, outside of a transaction', () => {
    const beside = migrations.filter(({ sql }) => /\bINDEX CONCURRENTLY\b/i.test(sql));
    expect(beside.length).toBeGreaterThan(0);
    for (const { name, sql } of beside) {
      expect(indexBuiltBeside(sql), name).not.toBeNull();
      expect(sql.replaceAll(/--.*$/gm, '').trim().split(';'), name).toEqual([
        expect.any(String),
        '',
      ]);
    }
  });

  it('that are let through are there', () => {
    const names = ruled.map(({ name }) => name);
    expect(Object.keys(APPLIED).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('of before that would not do today are these', () => {
    const old = migrations.filter(({ name }) => name < RULED_FROM);
    const faulty = old.flatMap(({ name, sql }) => {
      const kinds = kindsOf(sql);
      return kinds.length === 0 ? [] : [`${name.slice(15)}: ${kinds.join(', ')}`];
    });
    expect(faulty).toEqual([
      'indexes_for_deletion: waits',
      'catalog: breaks',
      'inventory_matching: waits',
      'catalog_software: waits',
      'no_cluster_resource_name: breaks',
      'contract: waits',
      'message_rule: breaks, waits',
      'told_by_owner: waits',
      'denied_software: waits',
      'contract_history: waits',
      'retirement: waits',
      'retention: waits',
      'holding: waits',
    ]);
  });
});

test('tables that are said to be big are tables', () => {
  const names = new Set(PLACED_TABLES.map(({ name }) => name));
  expect([...BIG_TABLES].filter((name) => !names.has(name))).toEqual([]);
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

  const copy = 'INSERT INTO holding SELECT id, count(*) FROM image_tag GROUP BY 1;';

  test.each([
    'CREATE TRIGGER t AFTER INSERT ON image_tag FOR EACH STATEMENT EXECUTE FUNCTION f();',
    'CREATE CONSTRAINT TRIGGER t AFTER INSERT ON "image_tag" EXECUTE FUNCTION f();',
    'ALTER TABLE "image_tag" ADD COLUMN "a" INT;',
    'DROP TRIGGER t ON image_tag;',
  ])('waits: rows are copied after %s', (locking) => {
    expect(migrationFaults(`${locking}\n${copy}`).map(({ kind }) => kind)).toEqual(['waits']);
    expect(migrationFaults(`${locking}\n-- Waits: 40 ms for two million rows.\n${copy}`)).toEqual(
      [],
    );
    // The lock comes last, and is held for no longer than it takes.
    expect(migrationFaults(`${copy}\n${locking}`)).toEqual([]);
    expect(migrationFaults(`${locking.replace('image_tag', 'team')}\n${copy}`)).toEqual([]);
  });

  test.each([
    [copy.replace(';', ' LIMIT 10;'), []],
    [copy.replace('GROUP', 'WHERE id > (SELECT id FROM image_tag LIMIT 1) GROUP'), ['waits']],
    ['CREATE TABLE copied AS SELECT * FROM image_tag;', ['waits']],
    ['DO $$ BEGIN PERFORM 1; END $$;', ['waits']],
  ])('while a big table is locked: %s', (sql, kinds) => {
    const locking = 'DROP TRIGGER t ON image_tag;';
    expect(migrationFaults(`${locking}\n${sql}`).map(({ kind }) => kind)).toEqual(kinds);
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
