import { foldForSearch } from '@/domain/list';
import type { OwnerRule, OwnerRuleKind } from './rule';

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
