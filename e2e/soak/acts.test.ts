import { describe, expect, it } from 'vitest';
import { publicRouter } from '@/server/app-router';
import { routesOf } from '@/server/platform/trpc/route-table';
import { type Act, checksOf, scannersOf, type Sent, uploadsOf } from './acts';

const credentials = { key: 'evt_x', cookie: 'a=b' };
const sentBy = (acts: readonly Act[]) => acts.map((act) => act(0));
/** The verb and the path below `/api`, as a route has them. */
const routeOf = ({ method, target }: Sent) =>
  `${method} ${target.replace(/\?.*$/, '').replace(/^\/api\//, '/')}`;
const DOCUMENTS: ReadonlySet<string> = new Set(['scan', 'sbom', 'bom', 'cluster-report']);

describe('the load of a soak', () => {
  it('uploads by every route that takes a document', () => {
    const taking = routesOf(publicRouter).filter(({ body }) => DOCUMENTS.has(body));
    const sent = sentBy([...uploadsOf(credentials), ...checksOf(credentials)]).map(routeOf);
    expect(taking.length).toBeGreaterThan(7);
    expect(sent).toEqual(
      expect.arrayContaining(taking.map(({ method, path }) => `${method} ${path}`)),
    );
  });

  it('sends clients of Dependency-Track in both forms, as many documents in each', () => {
    const types = sentBy(uploadsOf(credentials))
      .filter((one) => routeOf(one).endsWith('/v1/bom'))
      .map(({ headers }) => headers?.['content-type']?.split(';')[0]);
    const of = (type: string) => types.filter((one) => one === type).length;
    expect(of('multipart/form-data')).toBeGreaterThan(10);
    expect(of('multipart/form-data')).toBe(of('application/json'));
  });

  it('sends what scanners send to the port that is for them alone', () => {
    const sent = sentBy(scannersOf(credentials));
    expect(sent.map(({ listener }) => listener)).toEqual(sent.map(() => 'scanners'));
    expect(sent.map(routeOf)).toEqual(
      expect.arrayContaining(['PUT /v1/scan', 'PUT /v2/scan', 'GET /v1/policy', 'GET /v2/policy']),
    );
  });
});
