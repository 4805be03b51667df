import { setTimeout as wait } from 'node:timers/promises';
import { createServer } from 'node:http';
import {
  endoflifeDocument,
  endoflifeProduct,
  endoflifeRelease,
} from '@/domain/catalog/testing/endoflife-document';

/** Long enough that an update can be seen running. */
const ANSWER_AFTER_MS = 1_500;

/**
 * A source of the catalog: one product, Quarry, whose cycle 1 ends a year later each time it is asked.
 * @returns its address, and what ends it
 */
export async function startCatalogSource(
  port: number,
): Promise<{ url: string; stop: () => Promise<void> }> {
  let asked = 0;
  const answer = async () => {
    await wait(ANSWER_AFTER_MS);
    asked += 1;
    const ends = { isEol: false, eolFrom: `${String(2_030 + asked)}-01-31` };
    const released = { name: '1', label: '1', releaseDate: '2024-02-01', ...ends };
    const release = endoflifeRelease({
      ...released,
      codename: null,
      isEoas: false,
      eoasFrom: null,
    });
    return endoflifeDocument([
      endoflifeProduct({
        ...{ name: 'quarry', label: 'Quarry', aliases: [], category: 'server-app' },
        identifiers: [{ type: 'purl', id: 'pkg:generic/quarry' }],
        releases: [release],
      }),
    ]);
  };
  const server = createServer((_request, response) => {
    void answer().then((document) => response.end(document));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${String(port)}/products/full`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
