import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Product } from '@/domain/catalog/catalog';
import { CatalogDocumentError } from '@/domain/catalog/endoflife-date';
import { starterProduct, toProduct } from '@/domain/catalog/starter-product';
import { runAttempt, type AttemptDeps, type AttemptReport } from './attempt';
import { findKnownDigest, insertRevision } from '@/server/catalog/repository/revisions';

/** Relative to the project's folder, in which the process runs: Next itself requires that. */
const STARTER_FOLDER = 'prisma/seed/starter-catalog';
const SOURCE = 'starter';

/**
 * Makes sure that the catalog holds the products that the project ships, unless a document brought newer ones. Does
 * nothing when this version of them was loaded before.
 * @returns the attempt's report; null when nothing had to be done
 */
export async function loadStarter(
  deps: AttemptDeps,
  folder: string = resolve(STARTER_FOLDER),
): Promise<AttemptReport | null> {
  const bytes = await readStarter(folder);
  const sha256 = createHash('sha256').update(bytes).digest();
  const loaded = await findKnownDigest(deps.db, SOURCE);
  if (loaded && sha256.equals(loaded)) return null;
  const revisionId = uuidv7();
  const startedAt = deps.clock.now();
  const revision = { source: SOURCE, trigger: 'start', actorName: null, startedAt } as const;
  await insertRevision(deps.db, { id: revisionId, ...revision });
  return runAttempt(deps, {
    revisionId,
    source: 'starter',
    fetch: () => Promise.resolve({ bytes, etag: null }),
    parse: (text) => ({ products: readStarterProducts(text), madeAt: null }),
    // A product that the project no longer ships is left out on purpose.
    acceptsLosses: true,
    acceptsOlder: true,
  });
}

/** Reads all files of the starter catalog as one JSON text: an array by file name. */
async function readStarter(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return Buffer.from(`[${texts.join(',')}]`);
}

/** @throws CatalogDocumentError that names the first product which cannot be read */
export function readStarterProducts(text: string): Product[] {
  const entries = z.array(z.unknown()).parse(JSON.parse(text));
  return entries.map((entry, index) => {
    const parsed = starterProduct.safeParse(entry);
    if (parsed.success) return toProduct(parsed.data, 'starter');
    const slug = z.object({ slug: z.string() }).safeParse(entry).data?.slug ?? String(index);
    const [issue] = parsed.error.issues;
    const fault = issue ? `${issue.path.join('.')}: ${issue.message}` : 'cannot be read';
    throw new CatalogDocumentError(`Starter product ${slug}: ${fault}`);
  });
}

/** Finds the vendors of the products that the project ships, by slug. Empty where an installation lacks their files. */
export async function starterVendors(
  folder: string = resolve(STARTER_FOLDER),
): Promise<ReadonlyMap<string, string>> {
  // The start has logged why, and a catalog without these names is better than none.
  const bytes = await readStarter(folder).catch(() => Buffer.from('[]'));
  const products = readStarterProducts(bytes.toString());
  return new Map(
    products.flatMap(({ slug, vendor }) => (vendor === null ? [] : [[slug, vendor] as const])),
  );
}
