import { z } from 'zod';
import { EOL_STATES } from '@/domain/eol/proximity';
import { STATE_CLAUSES } from '@/domain/eol/words';
import { softwareStates } from '@/server/overview/service';
import { day, nameArgument } from './dto';
import { ownerAsked, projectAsked } from './service/places';
import { tool } from './service/tool';

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
    const software = sum(Object.values(now));
    const known = software - now.unknown;
    return {
      structured: {
        ...{ today, software, with_known_end: known, states: now },
        month_ago: { on: since, states: then },
      },
      lines: [
        `${String(software)} release cycles are in use; of ${String(known)} an end is known, of ${String(now.unknown)} nothing is.`,
        `Today, ${today}: ${clausesOf(now)}.`,
        `On ${since}: ${clausesOf(then)}.`,
      ],
    };
  },
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function clausesOf(counts: z.output<typeof states>): string {
  return EOL_STATES.map((state) => `${String(counts[state])} ${STATE_CLAUSES[state]}`).join(', ');
}
