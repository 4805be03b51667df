import { z } from 'zod';
import { storedText } from '@/domain/validation/fields';

/** Every rule is held against every project when one of them changes. */
export const MAX_OWNER_RULES = 500;
const MAX_PATTERN_LENGTH = 255;

const pattern = storedText(MAX_PATTERN_LENGTH).min(1);
const teamId = z.guid();
const id = z
  .guid()
  .describe('Of a rule that stays; left out, or unknown: the rule is new')
  .optional();

/** One rule that gives projects an owner. In patterns `*` stands for any characters, also none. */
export const ownerRule = z.discriminatedUnion('kind', [
  z.object({
    id,
    kind: z.literal('name'),
    pattern: pattern.describe('Of the project’s whole name, in any case'),
    team_id: teamId,
  }),
  z.object({
    id,
    kind: z.literal('label'),
    label: pattern.describe('The name of a label'),
    value: pattern.describe('A pattern of its whole value'),
    team_id: teamId,
  }),
  z.object({
    id,
    kind: z.literal('namespace'),
    cluster: pattern.describe('A pattern of the cluster’s whole name, in any case'),
    namespace: pattern.describe('A pattern of the whole namespace'),
    team_id: teamId,
  }),
  z.object({ id, kind: z.literal('codeowners') }),
]);

export type OwnerRule = z.output<typeof ownerRule>;
export type OwnerRuleKind = OwnerRule['kind'];
