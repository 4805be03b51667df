import { addDays, addMonths, dayOf } from '@/domain/eol/calendar';
import type { Period } from '@/domain/eol/trend';
import type { ApiRequest } from './bench-server';
import { besideBare } from './beside-bare';
import { FLEET_MONTHS } from './fleet-sql';
import { typeOf } from './payload';
import type { Bench, Benchmark, Line } from './runner';

const MAX_P95_MS = 300;
const WARM_UP = 3;

/** The trends over all of the fleet's past, day by day and month by month, and what it holds now. */
async function run(bench: Bench): Promise<Line[]> {
  const until = dayOf(bench.fleet.today);
  // Two years less a day: with the leap day that is as many days as one answer may have.
  const since = addDays(addMonths(until, -FLEET_MONTHS), 1);
  const get = (path: string): ApiRequest => ({ method: 'GET', path: `/analytics/eol/${path}` });
  const counts = (period: Period, type?: string) =>
    get(
      `counts?period=${period}&start=${since}&end=${until}${type ? `&package_type=${type}` : ''}`,
    );
  const type = typeOf(0);
  const requests = [
    ['GET /analytics/eol/counts DAILY', counts('DAILY')],
    ['GET /analytics/eol/counts DAILY, package_type', counts('DAILY', type)],
    ['GET /analytics/eol/counts MONTHLY', counts('MONTHLY')],
    ['GET /analytics/eol/counts MONTHLY, package_type', counts('MONTHLY', type)],
    ['GET /analytics/eol/overview', get('overview')],
  ] as const;
  const reads = requests.map(
    ([what, request]) => [what, () => bench.server.call(bench.fleet.key, request)] as const,
  );
  return [
    { what: 'intervals', measured: await intervalCount(bench) },
    ...(await besideBare(bench, reads, {
      turns: Math.ceil(bench.sizes.listTurns / 2),
      warmUp: WARM_UP,
      maxP95Ms: MAX_P95_MS,
    })),
  ];
}

async function intervalCount({ server, fleet }: Bench): Promise<string> {
  const { rows } = await server.bare.query<{ intervals: number }>(
    'SELECT count(*) AS intervals FROM finding_interval WHERE organization_id = $1',
    [fleet.organizationId],
  );
  return (rows[0]?.intervals ?? 0).toLocaleString('en');
}

export const analytics: Benchmark = { name: 'analytics', run };
