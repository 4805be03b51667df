import { z } from 'zod';
import { emailSchema } from '@/domain/user/account';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { isWaiverLink } from '@/domain/waiver/faults';
import {
  MAX_WAIVER_LINK_LENGTH,
  MAX_WAIVER_LINKS,
  MAX_WAIVER_TEXT,
  WAIVER_SCOPES,
} from '@/domain/waiver/waiver';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { nameInput, recordId } from '@/server/platform/trpc/inputs';
import { waiverRecord } from './dto';
import { askForWaiver as ask } from './service/ask';

/** Something that somebody has to say: blanks are nothing. */
const said = storedText(MAX_WAIVER_TEXT).refine((text) => text.trim() !== '', {
  error: 'must not be empty',
});

const link = storedText(MAX_WAIVER_LINK_LENGTH)
  .refine(isWaiverLink, {
    error: 'must be an https address without credentials',
  })
  .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' });

/** What is said of a waiver beside where and for what it holds. */
export const waiverTerms = {
  reason: said.describe('Why it is needed'),
  mitigating_control: said.nullable().describe('What lessens the risk meanwhile').optional(),
  links: z
    .array(link)
    .max(MAX_WAIVER_LINKS)
    .describe('Where more is to be read: https addresses')
    .optional(),
  ends_on: calendarDay.describe(
    'The last day on which it holds, to its end in UTC. From today to the longest term of the organization',
  ),
  owner_email: emailSchema
    .nullable()
    .describe('Of the member who answers for it; null for whoever asks, or is behind the key')
    .optional(),
};

const place = (description: string) => nameInput.min(1).nullable().describe(description).optional();

/** A waiver's body when the whole of it is given. */
export const waiverBody = z
  .object({
    scope: z
      .enum(WAIVER_SCOPES)
      .describe(
        'Where it holds: everywhere, in the projects that the team `team_id` owns at the time, in the project `project_name`, in the image `image_name` (with `image_tag`: in this tag alone; with `project_name`: in this project alone)',
      ),
    project_name: place('A project’s name to the letter'),
    team_id: recordId.nullable().optional(),
    image_name: place('Registry and repository, as `nginx` or in full, without a tag'),
    image_tag: place('Null: any tag'),
    product_name: nameInput.min(1).describe('A product’s name to the letter'),
    cycle: nameInput.min(1).describe('The release cycle to the letter: no range, no pattern'),
    ...waiverTerms,
  })
  .meta({
    id: 'WaiversModel',
    example: {
      scope: 'project',
      project_name: 'github//acme/shop',
      product_name: 'Debian Linux',
      cycle: '11',
      reason: 'The move to 13 is planned for March',
      mitigating_control: 'Reachable from the internal network alone',
      links: ['https://tickets.example.com/SHOP-1312'],
      ends_on: '2027-03-03',
    },
  });

export const askWaiverInput = z.object({ body: waiverBody });

export const askWaiverOutput = waiverRecord;

export const askWaiverMeta = rest({
  method: 'POST',
  path: '/waivers',
  summary: 'Ask for a waiver',
  description:
    'Nothing is waived before a person grants it, for which admins get a mail where mail is configured. What is granted is neither denied nor warned of where it holds, to the end of its last day: answers to builds list it as `waived`. The same place and software cannot be asked for twice at once: that is a 409 that names what is asked for.',
  tag: 'Waivers',
  errors: [409],
  success: 201,
  body: 'json',
});

export const askWaiver = permitted('waiver:ask')
  .meta(askWaiverMeta)
  .input(askWaiverInput)
  .output(askWaiverOutput)
  .mutation(({ ctx, input: { body } }) =>
    ask(ctx.deps, ctx.principal, {
      scope: body.scope,
      projectName: body.project_name ?? null,
      teamId: body.team_id ?? null,
      imageName: body.image_name ?? null,
      imageTag: body.image_tag ?? null,
      productName: body.product_name,
      cycle: body.cycle,
      reason: body.reason,
      control: body.mitigating_control ?? null,
      links: body.links ?? [],
      endsOn: body.ends_on,
      ownerEmail: body.owner_email ?? null,
    }),
  );
