import { callAs } from '@/test/callers';
import { fillDashboard, forgetCatalog } from './dashboard-data';
import {
  atMost,
  inMs,
  percentile,
  timeInTurns,
  type Bench,
  type Benchmark,
  type Line,
} from './runner';

/** What has to be there before anything is drawn, and what follows it for the lines in sight. */
const MAX_LINES_MS = 150;
const MAX_COUNTS_MS = 250;
const IN_SIGHT = 40;
const SLIDE = { limit: 12, within: 12 } as const;

/**
 * What the timeline was read with when it counted the images of all software at once: the thousand rows that end first.
 * $1 organization.
 */
const COUNTED_AT_ONCE = `
WITH held AS (
  SELECT f.software_id, count(*) AS images FROM finding f
  WHERE f.organization_id = $1 AND f.is_open GROUP BY f.software_id
)
SELECT s.id, c.product_name, c.cycle, s.artifact_type, c.lts, c.released_on, c.eol_on, c.eol_on_known,
       held.images, count(*) OVER () AS total
FROM held
JOIN software s ON s.organization_id = $1 AND s.id = held.software_id
JOIN software_cycle c ON c.organization_id = $1 AND c.id = s.software_cycle_id
ORDER BY c.eol_on NULLS LAST, c.sort_key, c.cycle, s.artifact_type, s.id LIMIT 1000`;

/** Reads the timeline beside the one statement that it was read with before, in turns. */
async function run(bench: Bench): Promise<Line[]> {
  const { server, fleet, sizes } = bench;
  await fillDashboard(bench);
  const { timeline, project } = callAs(server.deps, fleet.organizationId, 'admin');
  const first = await timeline.list({});
  const productNames = first.lines.slice(0, IN_SIGHT).map(({ productName }) => productName);
  const [largest] = (
    await project.listForDashboard({ page: 1, size: 1, sort: 'images', direction: 'desc' })
  ).items;
  const projectId = largest?.id ?? null;
  const label = { key: 'stage', operator: 'IN', value: 'dev' } as const;
  const times = await timeInTurns(
    {
      before: () => server.bare.query(COUNTED_AT_ONCE, [fleet.organizationId]),
      lines: () => timeline.list({}),
      next: () => timeline.list({ within: 12 }),
      ofProject: () => timeline.list({ projectId }),
      byLabel: () => timeline.list({ label }),
      images: () => timeline.images({ productNames }),
      slide: () => timeline.top(SLIDE),
    },
    { turns: Math.ceil(sizes.listTurns / 4), warmUp: 2 },
  );
  await forgetCatalog(bench);
  const before = percentile(times.before, 50);
  const line = (what: string, of: readonly number[], mostMs?: number): Line => ({
    what,
    measured: `p50 ${inMs(percentile(of, 50))}, p95 ${inMs(percentile(of, 95))}`,
    ratio: `${(percentile(of, 50) / before).toFixed(2)}x counting all at once`,
    ...(mostMs === undefined ? {} : { aim: atMost(percentile(of, 50), mostMs, ' ms') }),
  });
  const bytes = JSON.stringify(first).length;
  const { lines, total, cycles } = first;
  return [
    line('all images counted at once, as before', times.before),
    line('lines around what ends next', times.lines, MAX_LINES_MS),
    line('lines that end within 12 months', times.next, MAX_LINES_MS),
    line('lines of the largest project', times.ofProject, MAX_LINES_MS),
    line('lines by label', times.byLabel),
    line(
      `images of the ${String(productNames.length)} lines in sight`,
      times.images,
      MAX_COUNTS_MS,
    ),
    line(`slide: the ${String(SLIDE.limit)} lines in most images`, times.slide),
    {
      what: 'first answer',
      measured: `${(bytes / 1024).toFixed(0)} KB as JSON, ${String(lines.length)} of ${String(total)} lines, ${String(cycles)} cycles`,
    },
  ];
}

export const timeline: Benchmark = { name: 'timeline', run };
