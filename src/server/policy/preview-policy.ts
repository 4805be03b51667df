import { z } from 'zod';
import { IMAGE_KINDS } from '@/domain/image/kind';
import { POLICY_ACTIONS } from '@/domain/policy/policy';
import { recordId } from '@/server/platform/trpc/inputs';
import { day } from '@/server/platform/trpc/outputs';
import { policyBody, policyFieldsOf, runningCounts } from './dto';
import { previewPolicy as preview } from './service/preview';
import { permitted } from '@/server/platform/trpc/init';

export const previewPolicyInput = z.object({
  /** The policy that is edited or, with a null body, deleted; null for a new one. */
  policyId: recordId.nullable(),
  /** The policy as it would be; null with a null id previews the policies as they are. */
  body: policyBody.nullable(),
});

const action = z.enum(POLICY_ACTIONS);
const count = z.number().int().min(0);

/** The first rows of a list, and how many there are. */
const firstOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ total: count, items: z.array(item) });

export const imageCounts = z.object({ denied: count, warned: count, allowed: count });

const imagePreview = z.object({
  imageTagId: z.guid(),
  projectId: z.guid(),
  kind: z.enum(IMAGE_KINDS),
  name: z.string(),
  tag: z.string(),
  projectName: z.string(),
  before: action,
  after: action,
  /** The first days with each action, today or later; null: never, or only after a denial. */
  deniedOn: day.nullable(),
  warnedOn: day.nullable(),
});

const projectPreview = z.object({
  projectId: z.guid(),
  projectName: z.string(),
  /** Images by what is done to them today. */
  denied: count,
  warned: count,
});

const softwarePreview = z.object({
  softwareId: z.guid(),
  /** The one project it is about, where that has policies of its own; null: all the other projects. */
  projectName: z.string().nullable(),
  /** About images that run, or do not; null where no policy asks. */
  running: z.boolean().nullable(),
  productName: z.string(),
  cycle: z.string(),
  artifactType: z.string(),
  eolDate: day.nullable(),
  eolDateKnown: z.boolean(),
  /** The release cycle that the end was concluded from, where nobody says it. */
  estimatedFrom: z.string().nullable(),
  before: action,
  action,
  appliesOn: day.nullable(),
  message: z.string().nullable(),
  /** The last day of the waiver that covers it in these images; null for none. */
  waivedUntil: day.nullable(),
  changes: z.array(z.object({ on: day, action })),
  /** Image tags that hold it. */
  images: count,
});

const packagePreview = z.object({
  componentId: z.guid(),
  projectName: z.string().nullable(),
  running: z.boolean().nullable(),
  name: z.string(),
  version: z.string(),
  purl: z.string(),
  degree: z.enum(['registry', 'stale']),
  statement: z.string(),
  successor: z.string().nullable(),
  before: action,
  action,
  waivedUntil: day.nullable(),
  changes: z.array(z.object({ on: day, action })),
  images: count,
});

const scannerDifference = z.object({
  projectName: z.string().nullable(),
  /** About images that run, or do not; null where no policy asks. */
  running: z.boolean().nullable(),
  productName: z.string(),
  /** Null: of any type. */
  artifactType: z.string().nullable(),
  cycles: z.array(z.string()),
  on: day,
  ours: action,
  scanner: action,
  reason: z.enum([
    'ended_flag',
    'unknown_end',
    'other_date',
    'one_result_a_product',
    'not_found_by_scanner',
    'only_running',
    'waived',
    'registry',
  ]),
  message: z.string(),
  /** Image tags that it concerns. */
  images: count,
});

export const previewPolicyOutput = z.object({
  today: day,
  running: runningCounts,
  /** Images today, with the policies as they are and as they would be. */
  counts: z.object({ before: imageCounts, after: imageCounts }),
  /** Images that are denied today by the change alone, and their projects. */
  newlyDenied: z.object({ images: count, projects: count }),
  /** Images that are denied today and with the change no more, and the policies that deny them and that it decides before. */
  noLongerDenied: z.object({ images: count, projects: count, overruled: firstOf(z.guid()) }),
  /** The later days on which images are denied or warned of for the first time, soonest first. */
  timeline: firstOf(z.object({ on: day, denied: count, warned: count })),
  images: firstOf(imagePreview),
  projects: firstOf(projectPreview),
  software: firstOf(softwarePreview),
  /** The same of packages, by what registries say. */
  packages: firstOf(packagePreview),
  scannerDifferences: firstOf(scannerDifference),
});

/** Previews what a new, edited or deleted policy would do, for callers who may write policies. */
export const previewPolicy = permitted('policy:write')
  .input(previewPolicyInput)
  .output(previewPolicyOutput)
  .query(({ ctx, input: { policyId, body } }) =>
    preview(ctx.deps, ctx.principal.organizationId, {
      policyId,
      fields: body && policyFieldsOf(body),
    }),
  );
