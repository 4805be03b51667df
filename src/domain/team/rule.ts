import { z } from 'zod';
import { foldForSearch } from '@/domain/list';
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

/** A pattern in the words of LIKE. */
export function likeOf(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll('*', '%');
}

/** The parts of a rule as they are stored: `subject` is what `pattern` is a pattern of, where the kind does not say. */
export interface RuleColumns {
  readonly kind: OwnerRuleKind;
  readonly subject: string | null;
  readonly pattern: string | null;
  readonly subjectLike: string | null;
  readonly patternLike: string | null;
  readonly teamId: string | null;
}

/** Gives the columns of a rule; patterns of names in the folded form in which names are kept for search. */
export function columnsOf(rule: OwnerRule): RuleColumns {
  const { kind } = rule;
  switch (kind) {
    case 'name':
      return {
        ...{ kind, subject: null, pattern: rule.pattern, teamId: rule.team_id },
        ...{ subjectLike: null, patternLike: likeOf(foldForSearch(rule.pattern)) },
      };
    case 'label':
      return {
        ...{ kind, subject: rule.label, pattern: rule.value, teamId: rule.team_id },
        ...{ subjectLike: null, patternLike: likeOf(rule.value) },
      };
    case 'namespace':
      return {
        ...{ kind, subject: rule.cluster, pattern: rule.namespace, teamId: rule.team_id },
        subjectLike: likeOf(foldForSearch(rule.cluster)),
        patternLike: likeOf(rule.namespace),
      };
    case 'codeowners':
      return {
        kind,
        subject: null,
        pattern: null,
        subjectLike: null,
        patternLike: null,
        teamId: null,
      };
  }
}

/** A rule in words: `name acme/*`, `label team=payments`. */
export function ruleWords({
  kind,
  subject,
  pattern: text,
}: Pick<RuleColumns, 'kind' | 'subject' | 'pattern'>) {
  switch (kind) {
    case 'name':
      return `name ${text ?? ''}`;
    case 'label':
      return `label ${subject ?? ''}=${text ?? ''}`;
    case 'namespace':
      return `namespace ${subject ?? ''}/${text ?? ''}`;
    case 'codeowners':
      return 'CODEOWNERS';
  }
}
