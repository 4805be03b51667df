import { z } from 'zod';
import { quotable, quoted } from '@/domain/assistant/quoted-text';
import { addDays, addMonths, dayOf } from '@/domain/eol/calendar';
import { statesAsOf } from '@/domain/eol/proximity';
import { invalid } from '@/domain/errors';
import { EVIDENCE_DEGREES } from '@/domain/evidence/degree';
import { listSoftwareForDashboard } from '@/server/software/service/list';
import {
  data,
  day,
  dayArgument,
  endFields,
  endWords,
  moveFields,
  moveWords,
  nameArgument,
  pageArguments,
  pageFields,
  toEnd,
  toMove,
} from './dto';
import { ownerAsked, projectAsked } from './service/places';
import { tool } from './service/tool';

/** Days are ahead as far as anybody plans, unless more is asked for. */
const MONTHS_AHEAD = 6;

const input = z.object({
  from: dayArgument.optional().describe('First UTC day, as YYYY-MM-DD; today when left out'),
  to: dayArgument.optional().describe('Last UTC day; half a year after the first when left out'),
  project: nameArgument.optional().describe('Only what images of this project hold: name or id'),
  owner: nameArgument
    .optional()
    .describe('Only what projects of this team hold: its name or id; `none`: projects of nobody'),
  evidence: z.enum(EVIDENCE_DEGREES).optional().describe('Only what is known to this degree'),
  ...pageArguments,
});

const output = z.object({
  from: day,
  to: day,
  ...pageFields,
  items: z.array(
    z.object({
      product: data,
      cycle: data,
      package_type: data,
      ...endFields,
      images: z.int().describe('Images that hold it'),
      projects: z.int(),
      move: moveFields.nullable(),
    }),
  ),
});

/** Lists what reaches its end of life between two days. */
export const listEnds = tool({
  name: 'what_ends',
  title: 'What ends between two days',
  description:
    'Lists the software in use (product, release cycle, package type) whose support ends between two days, soonest first, with how many images hold it and where to move. Days in the past show what has ended.',
  input,
  output,
  async answer(asked, { project, owner, evidence, page, size, ...given }) {
    const { deps, principal } = asked;
    const today = dayOf(deps.clock.now());
    const from = given.from ?? today;
    const to = given.to ?? addMonths(from, MONTHS_AHEAD);
    if (to < from) {
      const msg = `must not be before ${from}, the first day`;
      throw invalid([{ loc: ['body', 'to'], msg, type: 'value_error' }]);
    }
    const found = await listSoftwareForDashboard(deps, principal.organizationId, {
      projectId: await projectAsked(asked, project),
      owner: await ownerAsked(asked, owner),
      ends: { after: addDays(from, -1), until: to },
      evidence,
      ...{ page, size, sort: 'end', direction: 'asc' },
    });
    const { total, pages } = found;
    const stateOf = statesAsOf(today);
    const items = found.items.map((item) => ({ ...item, state: stateOf(item.eolDate) }));
    return {
      structured: {
        ...{ from, to, total, page, pages },
        items: items.map((item) => ({
          product: quotable(item.productName),
          cycle: quotable(item.cycle),
          package_type: quotable(item.artifactType),
          ...toEnd(item),
          images: item.images,
          projects: item.projects,
          move: item.advice && toMove(item.advice),
        })),
      },
      lines: [
        `${String(total)} release cycles in use end from ${from} to ${to}. Page ${String(page)} of ${String(pages)}:`,
        ...items.map(
          (item) =>
            `- ${quoted(item.productName)} ${quoted(item.cycle)} (${quoted(item.artifactType)}): ${endWords(item)}; in ${String(item.images)} images of ${String(item.projects)} projects; ${moveWords(item.advice)}`,
        ),
      ],
    };
  },
});
