import { addDays, dayOf, type Day } from '@/domain/eol/calendar';
import { systemDelay } from '@/server/platform/delay';
import { tellOfJudged } from '@/server/notice/service/judged';
import type { Deps } from '@/server/platform/deps';
import { createGathering, type GatheringParts } from '@/server/registry/service/gather';

/** An address that nobody has: nothing of the demo is ever asked of a registry. */
const BASE = 'https://registries.invalid';
const ECOSYSTEMS = ['npm', 'composer', 'golang'] as const;
/** As an installation has it that says nothing else. */
const REQUESTS_PER_HOUR = 1_800;
const MINUTE_MS = 60_000;
/** Within which all of the demo's packages are asked about. */
const MINUTES = 30;

/**
 * What registries may answer about some of the demo's packages: written for the demo in the registries' forms, no copy of
 * what they answered. The days are about right and counted from today, so that a line that is stale stays so, and one that
 * lives.
 */
function answersOn(today: Day): Readonly<Record<string, unknown>> {
  const ago = (days: number) => `${addDays(today, -days)}T00:00:00Z`;
  return {
    '/npm/lru-cache': {
      versions: { '6.0.0': {}, '10.4.3': {}, '11.2.1': {}, '11.5.3': {} },
      time: { '6.0.0': ago(2_330), '10.4.3': ago(850), '11.2.1': ago(450), '11.5.3': ago(70) },
    },
    '/npm/glob': {
      versions: {
        '7.2.3': { deprecated: 'Glob versions prior to v9 are no longer supported' },
        '10.4.5': {},
      },
      time: { '7.2.3': ago(1_660), '10.4.5': ago(870) },
    },
    '/composer/p2/swiftmailer/swiftmailer.json': {
      packages: {
        'swiftmailer/swiftmailer': [
          { version: 'v6.3.0', time: ago(1_860), abandoned: 'symfony/mailer' },
        ],
      },
    },
    '/golang/github.com/golang/protobuf/@v/list': 'v1.5.3\nv1.5.4\n',
    '/golang/github.com/golang/protobuf/@v/v1.5.4.info': { Version: 'v1.5.4', Time: ago(990) },
    '/golang/github.com/golang/protobuf/@v/v1.5.4.mod':
      '// Deprecated: Use the "google.golang.org/protobuf" module instead.\nmodule github.com/golang/protobuf\n',
  };
}

/**
 * Reads what registries have said of packages that the demo's images hold, as the service does minute by minute, from the
 * answers above alone.
 * @param deps with a clock that says from when on
 */
export async function readDemoRegistries(deps: Deps): Promise<void> {
  const first = deps.clock.now();
  let at = first;
  const clock = { now: () => at };
  const answers = answersOn(dayOf(first));
  const parts = {
    env: {
      registryUrls: Object.fromEntries(ECOSYSTEMS.map((name) => [name, `${BASE}/${name}`])),
      registryRequestsPerHour: REQUESTS_PER_HOUR,
    },
    fetch: (asked: Parameters<typeof fetch>[0]) => Promise.resolve(answerTo(asked, answers)),
    delay: systemDelay,
    tell: tellOfJudged,
  } satisfies GatheringParts;
  const gathering = createGathering({ ...deps, clock }, parts);
  for (let minute = 0; minute < MINUTES; minute += 1) {
    at = new Date(first.getTime() + minute * MINUTE_MS);
    await gathering.round(new AbortController().signal);
  }
}

function answerTo(
  asked: Parameters<typeof fetch>[0],
  answers: Readonly<Record<string, unknown>>,
): Response {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked);
  const answer = answers[decodeURIComponent(pathname)];
  if (answer === undefined) return new Response(null, { status: 404 });
  return typeof answer === 'string' ? new Response(answer) : Response.json(answer);
}
