import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { STATE_CLAUSES } from '@/domain/eol/words';
import { COUNTED_DEGREES, COUNTED_WORDS } from '@/domain/evidence/counts';
import { readCoverage } from '@/server/knowledge/service/read';
import { softwareStates } from '@/server/overview/service';
import { day, nameArgument } from './dto';
import { ownerAsked, projectAsked } from './service/places';
import { type Asked, tool } from './service/tool';

const input = z.object({
  project: nameArgument.optional().describe('Only what images of this project hold: name or id'),
  owner: nameArgument
    .optional()
    .describe('Only what projects of this team hold: its name or id; `none`: projects of nobody'),
});

const states = z.record(z.enum(EOL_STATES), z.int().min(0));

const output = z.object({
  today: day,
  software: z.int().describe('Release cycles in use, each as each package type'),
  with_known_end: z.int().describe('Those of which an end is known, or that they have ended'),
  states: states.describe('Their numbers by state'),
  month_ago: z.object({ on: day, states }),
  components: z
    .object({
      counted_at: z.string().describe('UTC instant'),
      total: z.int().describe('Each once for every image that holds it'),
      degrees: z
        .partialRecord(z.enum(COUNTED_DEGREES), z.int())
        .describe(
          'By how well their end is known, best first; `registry`: deprecated, yanked, archived or moved, which is no end; `inferred` and `stale` are estimates',
        ),
    })
    .nullable()
    .describe('Null for a part of the organization, and while they are not counted yet'),
});

/** Counts how much of what is in use has a known end. */
export const getCoverage = tool({
  name: 'coverage',
  title: 'Coverage',
  description:
    'Counts the software in use by how near its end is, how much of it has a known end, and the same a month ago. What has no known end is unknown, not supported.',
  input,
  output,
  async answer(asked, { project, owner }) {
    const { deps, principal } = asked;
    const query = {
      projectId: await projectAsked(asked, project),
      owner: await ownerAsked(asked, owner),
    };
    const { today, since, now, then } = await softwareStates(deps, principal.organizationId, query);
    const isWhole = project === undefined && owner === undefined;
    const components = isWhole ? await componentsOf(asked) : null;
    const software = sum(Object.values(now));
    const known = software - now.unknown;
    return {
      structured: {
        ...{ today, software, with_known_end: known, states: now },
        month_ago: { on: since, states: then },
        components,
      },
      lines: [
        `${String(software)} release cycles are in use; of ${String(known)} an end is known, of ${String(now.unknown)} nothing is.`,
        `Today, ${today}: ${clausesOf(now)}.`,
        `On ${since}: ${clausesOf(then)}.`,
        ...(components ? [degreesLine(components)] : []),
      ],
    };
  },
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function clausesOf(counts: z.output<typeof states>): string {
  return EOL_STATES.map((state) => `${String(counts[state])} ${STATE_CLAUSES[state]}`).join(', ');
}

type Components = NonNullable<z.output<typeof output>['components']>;

/** Reads how well the ends of components are known, as last counted; null: they are not counted yet. */
async function componentsOf({ deps, principal }: Asked): Promise<Components | null> {
  const { all, measured_at: countedAt } = await readCoverage(deps, principal.organizationId);
  if (countedAt === null) return null;
  const degrees = Object.fromEntries(all.degrees.map(({ degree, count }) => [degree, count]));
  return { counted_at: countedAt, total: all.components, degrees };
}

function degreesLine({ total, degrees }: Components): string {
  const clauses = COUNTED_DEGREES.flatMap((degree) => {
    const count = degrees[degree] ?? 0;
    return count === 0 ? [] : [`${COUNTED_WORDS[degree]} ${String(count)}`];
  });
  return `Of ${String(total)} components by how well their end is known: ${clauses.join(', ')}.`;
}
