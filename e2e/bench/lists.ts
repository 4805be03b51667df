import { z } from 'zod';
import type { ApiRequest } from './bench-server';
import { besideBare } from './beside-bare';
import { measureDashboard } from './dashboard-lists';
import type { Bench, Benchmark, Line } from './runner';

const WARM_UP = 6;
const MAX_P95_MS = 100;

const firstId = z.object({ items: z.array(z.object({ id: z.uuid() })).min(1) });

/** Each list beside its statements: what REST serves, through its whole handler, and what the dashboard reads. */
async function run(bench: Bench): Promise<Line[]> {
  const { server, fleet, sizes } = bench;
  const reads = (await requestsOf(bench)).map(
    ([what, request]) => [what, () => server.call(fleet.key, request)] as const,
  );
  const aim = { turns: sizes.listTurns, warmUp: WARM_UP, maxP95Ms: MAX_P95_MS };
  return [...(await besideBare(bench, reads, aim)), ...(await measureDashboard(bench))];
}

async function requestsOf({ server, fleet, sizes }: Bench): Promise<[string, ApiRequest][]> {
  const images = (query: string, filter?: object): ApiRequest => ({
    method: 'POST',
    path: `/images?size=50&${query}`,
    ...(filter && { body: new TextEncoder().encode(JSON.stringify(filter)) }),
  });
  const get = (path: string): ApiRequest => ({ method: 'GET', path });
  const found = firstId.parse(JSON.parse(await server.call(fleet.key, images('page=1'))));
  const id = found.items[0]?.id ?? '';
  const late = Math.max(2, Math.floor(Math.min(150, sizes.images / 50)));
  const lateEnded = Math.max(2, late - 10);
  const stage = { key: 'stage', operator: 'IN', value: 'prod, dev' };
  return [
    ['POST /images page 1', images('page=1')],
    [`POST /images page ${String(late)}`, images(`page=${String(late)}`)],
    ['POST /images search', images('page=1&search=shop-1')],
    ['POST /images eol_filter page 1', images('page=1&eol_filter=EOL')],
    [
      `POST /images eol_filter page ${String(lateEnded)}`,
      images(`page=${String(lateEnded)}&eol_filter=EOL`),
    ],
    ['POST /images label', images('page=1', stage)],
    ['POST /images search, eol_filter, label', images('page=1&search=api&eol_filter=EOL', stage)],
    ['GET /software', get('/software')],
    ['GET /software size 100', get('/software?size=100')],
    ['GET /software eol_filter', get('/software?eol_filter=EOL%20LESS%20THAN%2012MO')],
    ['GET /software search', get('/software?search=product%2017')],
    ['GET /projects/images', get('/projects/images')],
    ['GET /projects/images size 100', get('/projects/images?size=100')],
    ['GET /projects/images eol_filter', get('/projects/images?eol_filter=EOL')],
    ['GET /projects/images search', get('/projects/images?search=shop-1')],
    ['GET /image/labels', get('/image/labels')],
    ['GET /image_tags/{id}/eol_software', get(`/image_tags/${id}/eol_software`)],
  ];
}

export const lists: Benchmark = { name: 'lists', run };
