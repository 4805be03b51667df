import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { isWaiverLink } from '@/domain/waiver/faults';
import { MAX_WAIVER_LINKS } from '@/domain/waiver/waiver';
import { addPlaceIssues, given, placeBodyOf, placeShape } from '../place/schema';
import type { WaiverDetail } from '../types';

const said = (message: string) => z.string().refine((text) => text.trim() !== '', message);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** What is said of a waiver beside where and for what it holds. */
export const termsSchema = z.object({
  reason: said('Say why it is needed'),
  control: z.string(),
  links: z
    .string()
    .refine((text) => linesOf(text).every(isWaiverLink), 'One https address a line')
    .refine(
      (text) => linesOf(text).length <= MAX_WAIVER_LINKS,
      `At most ${String(MAX_WAIVER_LINKS)} links`,
    ),
  endsOn: said('Choose the last day'),
  ownerEmail: z
    .string()
    .refine((text) => text.trim() === '' || emailSchema.safeParse(text).success, 'A mail address'),
});

export type EnteredTerms = z.output<typeof termsSchema>;

/** Fields of the form that asks; what the scope does not need is not sent. */
export const askSchema = termsSchema
  .extend({
    ...placeShape,
    tag: z.string(),
    product: said('Name the product'),
    cycle: said('Name the release cycle'),
  })
  .check(addPlaceIssues);

export type EnteredWaiver = z.output<typeof askSchema>;

/** Makes the body of `waiver.ask`. */
export function askBodyOf(entered: EnteredWaiver) {
  const { scope, tag, product, cycle, ...terms } = entered;
  return {
    ...placeBodyOf(entered),
    image_tag: scope === 'image' ? given(tag) : null,
    product_name: product.trim(),
    cycle: cycle.trim(),
    ...termsOf(terms),
    owner_email: given(terms.ownerEmail),
  };
}

function termsOf({ reason, control, links, endsOn }: EnteredTerms) {
  return {
    reason: reason.trim(),
    mitigating_control: given(control),
    links: linesOf(links),
    ends_on: endsOn,
  };
}

type Known = Pick<WaiverDetail, 'state' | 'reason' | 'mitigating_control'>;

/** Makes the body of `waiver.change`: of what was granted, reason and control stay to the letter. */
export function changeBodyOf(entered: EnteredTerms, known: Known) {
  const owner = given(entered.ownerEmail);
  const { links, ends_on, ...said } = termsOf(entered);
  return {
    ...{ links, ends_on },
    ...(known.state === 'asked' && said),
    ...(owner !== null && { owner_email: owner }),
  };
}

/** The field that a fault of the server is about. */
export const FIELD_OF: ReadonlyMap<string, keyof EnteredWaiver> = new Map(
  Object.entries({
    ...{ scope: 'scope', team_id: 'team', project_name: 'project' },
    ...{ image_name: 'image', image_tag: 'tag' },
    ...{ product_name: 'product', cycle: 'cycle', reason: 'reason' },
    ...{ mitigating_control: 'control', links: 'links', ends_on: 'endsOn' },
    owner_email: 'ownerEmail',
  }),
);
