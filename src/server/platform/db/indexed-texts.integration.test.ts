import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '@/test/database';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ as: 'owner' });
});
afterAll(() => db.close());

/** What an entry of an index may be long. Source: PostgreSQL's nbtree.h, BTMaxItemSize of pages of 8 kB. */
const MAX_ENTRY_BYTES = 2_704;
/** An entry's head, the place of its row, and what brings each column to its place. */
const ENTRY_BYTES = 16;
const COLUMN_BYTES = 16;

/** A text of so many UTF-16 units, each of which takes up to three bytes in UTF-8. */
const units = (count: number) => count * 3;
/** A word of ours, a name of one of our files, or a digest in letters. */
const OURS = 64;
/** {@link @/domain/list!sortKeyOf} */
const SORT_KEY = units(100);
/** What an e-mail address, the name of a key, a slug or a claim of a token may be long at most. */
const NAME = units(255);
/** Such a name in the case that searches fold it to: one unit becomes up to three of two bytes each. */
const FOLDED = 255 * 6;
/** The key of an item of a message: `MAX_KEY_LENGTH` there. */
const ITEM_KEY = units(255);

/** How many bytes the texts of indexes take at most, by what bounds them wherever they come in. */
const BOUNDS: Readonly<Record<string, number>> = {
  'api_key_secret.public_id': OURS,
  'app_user.email': NAME,
  'audit_event.subject_id': OURS,
  'catalog_cycle.name': NAME,
  'catalog_cycle_interval.cycle': NAME,
  'catalog_cycle_interval.name_key': FOLDED,
  'catalog_fact.cycle': NAME,
  'catalog_fact.product_slug': NAME,
  // `indexedText`, as of what an organization adds itself.
  'catalog_identifier.value': 2_048,
  'own_identifier.value': 2_048,
  'catalog_name.name_key': FOLDED,
  'catalog_product.slug': NAME,
  'cluster_node.name': NAME,
  'companion_project.sort_key': SORT_KEY,
  'companion_project.state': OURS,
  'denied_software.item_key': ITEM_KEY,
  'evidence_share.part': OURS,
  'feed_token.public_id': OURS,
  'idempotent_answer.key': NAME,
  'idempotent_answer.path': OURS,
  // Of the index alone: of longer ones there is another index, without it.
  'image_tag.search_text': 1_200,
  'image_tag.sort_key': SORT_KEY,
  'installation_audit_event.subject_id': OURS,
  'installation_setting.name': OURS,
  'invitation.email': NAME,
  'known_repository.issuer': 255,
  'known_repository.kind': OURS,
  'known_repository.name_key': NAME,
  'known_repository.number': OURS,
  'list_choice.name': OURS,
  'organization.idp_id': NAME,
  'own_catalog_source.name': units(100),
  'own_product.slug': NAME,
  'own_product_interval.name_key': FOLDED,
  // MAX_PATTERN_LENGTH
  'own_software.pattern': units(512),
  'pack_schedule.template': OURS,
  // `remoteAddressOf` bounds what a proxy reports.
  'policy_read.network': NAME,
  'refused_key.network': NAME,
  'sign_in_failure.network': NAME,
  'project.sort_key': SORT_KEY,
  'project_namespace.namespace': NAME,
  'rate_limit.key': 255,
  'refused_build.issuer': 255,
  'refused_build.reason': OURS,
  'refused_build.repository': NAME,
  'refused_key.reason': OURS,
  'scanner_database.name': OURS,
  'sign_in_failure.way': OURS,
  'ticket.item_key': ITEM_KEY,
  'told_state.kind': OURS,
  'told_state.subject': NAME,
  'trusted_repository.issuer': 255,
  // What a provider's token may say of a person: `identitySchema`.
  'user_identity.issuer': 1_000,
  'user_identity.subject': 255,
};

interface IndexedTexts {
  readonly index: string;
  readonly texts: string[];
  readonly others: number;
}

test('texts of indexes are bounded wherever they come in, so that no entry is too long', async () => {
  const indexes = await db.query<IndexedTexts>(
    `SELECT i.indexrelid::regclass::text AS index,
            array_agg(c.relname || '.' || a.attname) FILTER (WHERE a.atttypid = ANY ($1::regtype[])) AS texts,
            (count(*) FILTER (WHERE a.atttypid <> ALL ($1::regtype[])))::int AS others
       FROM pg_index i
       JOIN pg_class c ON c.oid = i.indrelid AND c.relnamespace = current_schema()::regnamespace
       JOIN pg_class x ON x.oid = i.indexrelid AND x.relam = (SELECT oid FROM pg_am WHERE amname = 'btree')
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
      WHERE c.relname <> '_prisma_migrations'
      GROUP BY i.indexrelid
     HAVING bool_or(a.atttypid = ANY ($1::regtype[]))`,
    [['text', 'varchar', 'bpchar']],
  );
  expect(indexes.length).toBeGreaterThan(30);
  const named = new Set(indexes.flatMap(({ texts }) => texts));
  // A new one says here what bounds it; what has no index any more goes.
  expect(Object.keys(BOUNDS).toSorted()).toEqual([...named].toSorted());
  const lengths = indexes.map(({ index, texts, others }) => ({
    index,
    bytes:
      texts.reduce((sum, text) => sum + (BOUNDS[text] ?? Infinity) + COLUMN_BYTES, ENTRY_BYTES) +
      others * COLUMN_BYTES,
  }));
  expect(lengths.filter(({ bytes }) => bytes > MAX_ENTRY_BYTES)).toEqual([]);
});

test('one that nothing bounded is refused as the fault of whoever gave it', async () => {
  // Different characters, which the database cannot make shorter.
  const nameKey = String.fromCodePoint(...Array.from({ length: 1_024 }, (_, at) => 0x4e_00 + at));
  const productId = crypto.randomUUID();
  const refused = { name: 'DomainError', code: 'invalid' };
  const row = { nameKey, productId };
  await expect(db.prisma.catalogName.create({ data: row })).rejects.toMatchObject(refused);
  const { sql } = db;
  await expect(sql.insertInto('catalogName').values(row).execute()).rejects.toMatchObject(refused);
});
