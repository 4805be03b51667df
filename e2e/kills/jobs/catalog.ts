import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import type { Job } from '../job';
import type { Installation } from '../world';

/** So many that there is a middle to be killed in. */
const PRODUCTS = 600;
const CYCLES = 8;

/** A catalog of which every date tells the round that it is of; and a part of its products is of no other round. */
async function catalogFile(installation: Installation, round: number): Promise<string> {
  const ends = `${String(2_030 + (round % 50))}-01-31`;
  const products = Array.from({ length: PRODUCTS }, (_, at) => {
    const name = at % 10 === 0 ? `seam-${String(round)}-${String(at)}` : `seam-${String(at)}`;
    return endoflifeProduct({
      ...{ name, label: name, aliases: [], category: 'server-app' },
      identifiers: [{ type: 'purl', id: `pkg:generic/${name}` }],
      releases: Array.from({ length: CYCLES }, (_cycle, cycle) =>
        endoflifeRelease({
          ...{ name: String(CYCLES - cycle), label: String(CYCLES - cycle), codename: null },
          ...{ releaseDate: '2020-02-01', latest: null, isEoas: false, eoasFrom: null },
          ...{ isEol: false, eolFrom: ends },
        }),
      ),
    });
  });
  const file = join(await installation.place('large-catalogs'), `${String(round)}.json`);
  await writeFile(file, endoflifeDocument(products));
  return file;
}

interface Held {
  readonly products: number;
  readonly cycles: number;
  /** A hash of all of it, without when it was written. */
  readonly sum: string;
}

/** What the catalog holds of what was imported. */
async function heldIn(installation: Installation): Promise<Held> {
  const [held] = await installation.ask<Held>(`
    SELECT count(DISTINCT p.id)::int AS products, count(DISTINCT c.id)::int AS cycles,
           coalesce(md5(string_agg(concat_ws(' ', p.slug, i.value, n.name_key, c.name, l.level, l.ends_on, l.ended), E'\\n'
             ORDER BY p.slug, i.value, n.name_key, c.name, l.level)), '') AS sum
      FROM catalog_product p
      LEFT JOIN catalog_cycle c ON c.product_id = p.id
      LEFT JOIN catalog_lifecycle l ON l.cycle_id = c.id
      LEFT JOIN catalog_identifier i ON i.product_id = p.id
      LEFT JOIN catalog_name n ON n.product_id = p.id
     WHERE p.source = 'import'`);
  if (!held) throw new Error('The catalog was not counted');
  return held;
}

const isSame = (one: Held, other: Held) => one.sum === other.sum;
const inWords = ({ products, cycles }: Held) =>
  `${String(products)} products with ${String(cycles)} cycles`;

/** An import of a catalog: afterwards it is the one before or the new one, whole, and a second import brings the new one. */
export const catalog: Job = {
  name: 'catalog',
  needsServer: true,
  async begin(installation, round) {
    const file = await catalogFile(installation, round);
    const before = await heldIn(installation);
    const given = ['import', file, '--accept-losses'];
    const command = installation.command('catalog', ...given);
    let status: number | null = null;
    const ended = command.ended.then((end) => {
      ({ status } = end);
    });
    const check = async () => {
      const faults: string[] = [];
      const found = await heldIn(installation);
      await installation.run('catalog', ...given);
      const after = await heldIn(installation);
      if (
        after.products !== PRODUCTS ||
        after.cycles !== PRODUCTS * CYCLES ||
        isSame(after, before)
      )
        faults.push(`a second import brought ${inWords(after)}`);
      if (status === 0 && !isSame(found, after))
        faults.push(`an import was acknowledged and left ${inWords(found)}`);
      if (!isSame(found, before) && !isSame(found, after))
        faults.push(`the catalog is neither the one before nor the new one: ${inWords(found)}`);
      return faults;
    };
    return { ended, command, check };
  },
};
