import { z } from 'zod';
import {
  AMOUNT,
  CONTRACT_SCOPES,
  CURRENCY,
  DEFAULT_NOTICE_DAYS,
  isDocumentLink,
  MAX_CONTRACT_NOTE,
  MAX_CONTRACT_SOFTWARE,
  MAX_DOCUMENT_LENGTH,
  MAX_NOTICE_DAYS,
  MAX_VENDOR_LENGTH,
} from '@/domain/contract/contract';
import { calendarDay, storedText } from '@/domain/validation/fields';
import { nameInput, recordId } from '@/server/platform/trpc/inputs';
import { permitted } from '@/server/platform/trpc/init';
import { rest } from '@/server/platform/trpc/meta';
import { contractRecord } from './dto';
import { createContract as create } from './service/contracts';

const vendor = storedText(MAX_VENDOR_LENGTH)
  .min(1)
  .refine((text) => text.trim() !== '', { error: 'must not be empty' });

const scope = z
  .enum(CONTRACT_SCOPES)
  .describe(
    'Where it covers software: everywhere, in the projects that the team `team_id` owns at the time, or in the project `project_id`. Nowhere else',
  );

const software = z
  .array(
    z.object({
      product_name: nameInput.min(1).describe('A product of the catalog or one that scans found'),
      cycle: nameInput
        .min(1)
        .nullable()
        .describe('The release cycle to the letter; null: every one')
        .optional(),
    }),
  )
  .min(1)
  .max(MAX_CONTRACT_SOFTWARE);

/** What is said of a contract beside its days, its place and what it covers. */
export const contractTerms = {
  project_id: recordId.nullable().optional(),
  team_id: recordId.nullable().optional(),
  renewal_notice_days: z
    .int()
    .min(0)
    .max(MAX_NOTICE_DAYS)
    .describe(
      `Days before its end from which it is to be renewed: ${String(DEFAULT_NOTICE_DAYS)} when left out`,
    )
    .optional(),
  cost: z
    .object({
      amount: z
        .string()
        .regex(AMOUNT)
        .describe('A decimal number, with at most two digits after the point'),
      currency: z.string().regex(CURRENCY).describe('As ISO 4217 writes it'),
    })
    .nullable()
    .describe('Of the whole term')
    .optional(),
  document_url: storedText(MAX_DOCUMENT_LENGTH)
    .refine(isDocumentLink, { error: 'must be an https address without credentials' })
    .meta({ format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:' })
    .nullable()
    .describe('Where the contract is kept')
    .optional(),
  note: storedText(MAX_CONTRACT_NOTE).nullable().optional(),
};

/** What a contract cannot be without. */
export const contractEssentials = {
  vendor,
  scope,
  software,
  starts_on: calendarDay.describe('The first day on which it covers anything'),
  ends_on: calendarDay.describe(
    'The day on which what it covers has ended, as every end of life; after `starts_on`, and no more than 30 years',
  ),
};

export const createContractInput = z.object({
  body: z.object({ ...contractEssentials, ...contractTerms }).meta({
    id: 'ContractsModel',
    example: {
      vendor: 'Example Support',
      scope: 'organization',
      software: [{ product_name: 'Debian Linux', cycle: '10' }],
      starts_on: '2026-07-01',
      ends_on: '2028-06-30',
      renewal_notice_days: 90,
      cost: { amount: '12000.00', currency: 'EUR' },
      document_url: 'https://contracts.example.com/4711',
    },
  }),
});

export const createContractOutput = contractRecord;

export const createContractMeta = rest({
  method: 'POST',
  path: '/contracts',
  summary: 'Enter a contract',
  description:
    'From its first day on, what it covers counts as supported in its scope until its end, or until its end upstream where that is later. A product or release cycle that neither the catalog nor a scan knows is a 404.',
  tag: 'Contracts',
  errors: [404, 409],
  success: 201,
  body: 'json',
});

export const createContract = permitted('contract:write')
  .meta(createContractMeta)
  .input(createContractInput)
  .output(createContractOutput)
  .mutation(({ ctx, input: { body } }) =>
    create(ctx.deps, ctx.principal, {
      vendor: body.vendor,
      scope: body.scope,
      projectId: body.project_id ?? null,
      teamId: body.team_id ?? null,
      lines: linesOf(body.software),
      startsOn: body.starts_on,
      endsOn: body.ends_on,
      noticeDays: body.renewal_notice_days ?? DEFAULT_NOTICE_DAYS,
      cost: body.cost ?? null,
      documentUrl: body.document_url ?? null,
      note: body.note ?? null,
    }),
  );

/** The lines of a contract in the service's own names. */
export function linesOf(given: z.output<typeof software>) {
  return given.map(({ product_name: productName, cycle = null }) => ({ productName, cycle }));
}
