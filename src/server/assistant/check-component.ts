import { z } from 'zod';
import { quotable, quoted } from '@/domain/assistant/quoted-text';
import type { AdvisedAnswer } from '@/domain/catalog/check/answer';
import { checkRequest } from '@/domain/catalog/check/request';
import { stateOfAnswer } from '@/domain/catalog/check/state';
import { ECOSYSTEMS } from '@/domain/catalog/match';
import { dayOf } from '@/domain/eol/calendar';
import { invalid } from '@/domain/errors';
import { EVIDENCE_DEGREES, EVIDENCE_DESCRIBED, EVIDENCE_SENTENCES } from '@/domain/evidence/degree';
import { faultsOf } from '@/domain/validation/zod-faults';
import { askerOf } from '@/server/check/service/check';
import { explainComponents } from '@/server/check/service/explain';
import {
  data,
  day,
  endWords,
  identifierArgument,
  moveFields,
  moveWords,
  nameArgument,
  state,
  toMove,
} from './dto';
import { tool } from './service/tool';

/** As many builds of one program as anybody compares. */
const MAX_CANDIDATES = 10;

const input = z.object({
  purl: identifierArgument.optional().describe('Package URL with its version'),
  cpe: identifierArgument.optional().describe('CPE name with its version'),
  name: nameArgument.optional().describe('Name of the software, with `version`'),
  version: nameArgument.optional().describe('Its version'),
  ecosystem: z.enum(ECOSYSTEMS).optional().describe('Of `name`; `generic` when left out'),
  project: nameArgument
    .optional()
    .describe('Project that it is for, by its name: contracts that cover it there count, too'),
});

const output = z.object({
  found: z.boolean().describe('False: nothing is known of it, which does not mean supported'),
  state,
  product: data.nullable(),
  cycle: data.nullable(),
  ends_on: day.nullable().describe('Of its standard support; null: not known'),
  estimated_from: data
    .nullable()
    .describe('Where nobody says that it has ended: the release cycle it was concluded from'),
  reason: z.enum(['VENDOR_ANNOUNCED', 'REGISTRY_DEPRECATED', 'SOURCE_ARCHIVED']).nullable(),
  registry_message: data.nullable().describe('What its registry says against it'),
  successor: data.nullable().describe('What its maintainer names in its place'),
  registry_read_on: day
    .nullable()
    .describe('When its registry was read to say so, or of a stale line when its releases were'),
  evidence_degree: z.enum(EVIDENCE_DEGREES).describe(EVIDENCE_DESCRIBED),
  contract_until: day.nullable().describe('The end of a contract that covers it'),
  message: data.describe('Why nothing was found, or what is not known; else empty'),
  may_be: z
    .array(
      z.object({
        product: data,
        cycle: data,
        ended: z.boolean().describe('Null: not known').nullable(),
        ends_on: day.nullable(),
      }),
    )
    .describe('Where it may be any of several products: those'),
  move: moveFields.nullable(),
});

/** Tells whether one component has reached its end of life. */
export const checkComponent = tool({
  name: 'check_component',
  title: 'Check a component',
  description:
    'Tells whether a component (a package, a program, an operating system) has reached its end of life, when it does, and where to move. Name it by exactly one of `purl`, `cpe`, or `name` with `version`.',
  input,
  output,
  async answer({ deps, principal }, { project, ...component }) {
    const parsed = checkRequest.safeParse({ component, project });
    if (!parsed.success) throw invalid(faultsOf(parsed.error, 'body', { component, project }));
    const { component: asked, lifecycle, project: projectName } = parsed.data;
    const question = { component: asked, lifecycle };
    const { results } = await explainComponents(deps, askerOf(principal, projectName), [question]);
    const [result] = results;
    if (!result) throw new Error('A question was left without an answer');
    const { answer, about } = result;
    const today = dayOf(deps.clock.now());
    const known = {
      state: stateOfAnswer(answer, today),
      eolDate: answer.eol_date?.slice(0, 10) ?? null,
      eolDateKnown: true,
      estimatedFrom: answer.estimated_from ?? null,
      contract: answer.contract ?? null,
    };
    const subject = about?.found
      ? `${quoted(about.product.name)} ${quoted(about.found.cycle.name)}`
      : null;
    return {
      structured: {
        found: answer.match.found,
        state: known.state,
        product: about ? quotable(about.product.name) : null,
        cycle: about?.found ? quotable(about.found.cycle.name) : null,
        ends_on: known.eolDate,
        estimated_from: known.estimatedFrom === null ? null : quotable(known.estimatedFrom),
        reason: answer.eol_reason,
        registry_message: answer.result?.registry ? quotable(answer.result.registry.message) : null,
        successor: successorOf(answer),
        registry_read_on: answer.fact?.read_on ?? null,
        evidence_degree: answer.evidence_degree,
        contract_until: answer.contract?.until ?? null,
        message: quotable(answer.match.message),
        may_be: candidatesOf(answer),
        move: answer.advice && toMove(answer.advice),
      },
      lines: [verdictOf(answer, known, subject), ...detailsOf(answer)],
    };
  },
});

function verdictOf(
  answer: AdvisedAnswer,
  known: Parameters<typeof endWords>[0],
  subject: string | null,
): string {
  if (answer.evidence_degree === 'stale') {
    return 'Not found in the catalog, and nobody says that it has ended. Its line seems to be given up, by estimate.';
  }
  if (!answer.match.found && !answer.eol) {
    return 'Not found in the catalog: nothing is known of its support, which does not mean that it is supported.';
  }
  const named = subject ?? 'The component';
  if (known.state === 'ended' && known.eolDate === null) {
    return known.estimatedFrom === null
      ? `${named} has ended, on a day that is not known.`
      : `${named} has ended, by estimate: it is older than ${quoted(known.estimatedFrom)}, which has.`;
  }
  return `${named}: ${endWords(known)}.`;
}

function detailsOf(answer: AdvisedAnswer): string[] {
  const { match, advice, result } = answer;
  const successor = successorOf(answer);
  return [
    `How well that is known: ${EVIDENCE_SENTENCES[answer.evidence_degree]}.`,
    ...(match.message === '' ? [] : [`The catalog says: ${quoted(match.message)}`]),
    ...(result?.registry ? [`Its registry says: ${quoted(result.registry.message)}`] : []),
    ...(answer.fact ? [`Its registry was read on ${answer.fact.read_on}.`] : []),
    ...(successor === null ? [] : [`Its maintainer names in its place: ${quoted(successor)}`]),
    ...candidatesOf(answer).map(
      ({ product, cycle, ended, ends_on: endsOn }) =>
        `- it may be ${quoted(product)} ${quoted(cycle)}: ${ended === null ? 'not known' : ended ? 'ended' : 'supported'}${endsOn ? `, ${endsOn}` : ''}`,
    ),
    ...(advice ? [`Next: ${moveWords(advice)}.`] : []),
  ];
}

function successorOf({ fact }: AdvisedAnswer) {
  return fact?.successor ? quotable(fact.successor) : null;
}

function candidatesOf({ candidates = [] }: AdvisedAnswer) {
  return candidates.slice(0, MAX_CANDIDATES).map((one) => ({
    product: quotable(one.name),
    cycle: quotable(one.cycle),
    ended: one.eol,
    ends_on: one.eol_date?.slice(0, 10) ?? null,
  }));
}
