import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';
import { type Job, settled } from '../job';
import type { Installation } from '../world';

const IMAGES = 60;
const MATCHED_WITHIN_MS = 60_000;

/** A catalog of one product: its cycle, and the year in which that ends, tell which catalog it is. */
interface Edition {
  readonly cycle: string;
  readonly year: number;
}
/** One after the other they match the images with another cycle each time. */
const editionOf = (round: number): Edition => ({
  cycle: round % 2 === 0 ? '1' : '1.4',
  year: 2_030 + (round % 50),
});

async function catalogFile(installation: Installation, { cycle, year }: Edition): Promise<string> {
  const release = endoflifeRelease({
    ...{ name: cycle, label: cycle, releaseDate: '2020-02-01', codename: null, latest: null },
    ...{ isEoas: false, eoasFrom: null, isEol: false, eolFrom: `${String(year)}-01-31` },
  });
  const product = endoflifeProduct({
    ...{ name: 'quarry', label: 'Quarry', aliases: [], category: 'server-app' },
    identifiers: [{ type: 'purl', id: 'pkg:generic/quarry' }],
    releases: [release],
  });
  const file = join(await installation.place('catalogs'), `${String(year)}.json`);
  await writeFile(file, endoflifeDocument([product]));
  return file;
}

const importArguments = (file: string) => ['import', file, '--accept-losses'];

/** Images that hold the product of the catalogs. */
export async function prepareImages(installation: Installation): Promise<void> {
  await installation.run(
    'catalog',
    ...importArguments(await catalogFile(installation, { cycle: '1', year: 2_029 })),
  );
  const component = {
    type: 'application',
    name: 'quarry',
    version: '1.4',
    purl: 'pkg:generic/quarry@1.4',
  };
  for (let n = 0; n < IMAGES; n += 1) {
    const others = Array.from({ length: 40 }, (_, at) => ({
      ...{ type: 'library', name: `part-${String(at)}`, version: String(n) },
      purl: `pkg:npm/part-${String(at)}@${String(n)}`,
    }));
    const document = {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      components: [component, ...others],
    };
    const query = { name: `matched${String(n)}`, project: 'matched' };
    const answer = await installation.api.put('/sbom', document, { query });
    if (answer.status !== 200) throw new Error(`An SBOM was not taken: ${answer.text}`);
  }
}

const MATCHED = `
  SELECT edition, count(*)::int AS images FROM (
    SELECT coalesce(c.cycle || ' ' || extract(year FROM c.catalog_eol_on), 'none') AS edition
      FROM image_tag t
      JOIN project p ON p.organization_id = t.organization_id AND p.id = t.project_id
      JOIN organization o ON o.id = t.organization_id
      LEFT JOIN finding f ON f.organization_id = t.organization_id AND f.image_tag_id = t.id AND f.is_open
      LEFT JOIN software s ON s.organization_id = f.organization_id AND s.id = f.software_id
      LEFT JOIN software_cycle c ON c.organization_id = s.organization_id AND c.id = s.software_cycle_id
     WHERE t.deleted_at IS NULL AND t.name LIKE 'matched%' AND p.name = 'matched' AND o.name = 'Acme') one
   GROUP BY 1`;

/** A catalog that changes while images hold its product: in the end all of them are matched with the one that is there. */
export const rematch: Job = {
  name: 're-match',
  needsServer: true,
  async begin(installation, round) {
    const edition = editionOf(round);
    const wanted = `${edition.cycle} ${String(edition.year)}`;
    const given = importArguments(await catalogFile(installation, edition));
    const command = installation.command('catalog', ...given);
    let status: number | null = null;
    const matched = async () => {
      const found = await installation
        .ask<{ edition: string; images: number }>(MATCHED)
        .catch(() => []);
      const isDone =
        found.length === 1 && found[0]?.edition === wanted && found[0].images === IMAGES;
      return isDone ? [] : [`matched ${JSON.stringify(found)}, not with ${wanted}`];
    };
    const work = async () => {
      ({ status } = await command.ended);
      await settled(matched, 10_000, () => sleep(20));
    };
    const check = async () => {
      // What was not acknowledged is done once more: it has to be possible.
      const text = status === 0 ? '' : await installation.run('catalog', ...given);
      const left = await settled(matched, MATCHED_WITHIN_MS, () => sleep(200));
      return left.map((one) => `${one} ${text}`);
    };
    return { ended: work(), check };
  },
};
