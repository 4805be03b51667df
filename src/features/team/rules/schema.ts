import { type OwnerRule, type OwnerRuleKind, ownerRule } from '@/domain/team/rule';

/** A rule while it is written: what its kind does not ask for is kept, so that another choice loses nothing. */
export interface DraftRule {
  /** Names the row; of a rule that is stored its id. */
  readonly key: string;
  readonly kind: OwnerRuleKind;
  /** The label, or the pattern of the cluster. */
  readonly subject: string;
  /** The pattern of the name, of the label's value, or of the namespace. */
  readonly pattern: string;
  readonly teamId: string | null;
}

/** Makes a draft of a stored rule. */
export function draftOf(rule: OwnerRule): DraftRule {
  const key = rule.id ?? '';
  switch (rule.kind) {
    case 'name':
      return { key, kind: 'name', subject: '', pattern: rule.pattern, teamId: rule.team_id };
    case 'label':
      return {
        ...{ key, kind: 'label', subject: rule.label, pattern: rule.value },
        teamId: rule.team_id,
      };
    case 'namespace':
      return {
        ...{ key, kind: 'namespace', subject: rule.cluster, pattern: rule.namespace },
        teamId: rule.team_id,
      };
    case 'codeowners':
      return { key, kind: 'codeowners', subject: '', pattern: '', teamId: null };
  }
}

/** Makes the rule that a draft stands for; null while something is missing. */
export function ruleOf({ key, kind, subject, pattern, teamId }: DraftRule): OwnerRule | null {
  const fields = {
    name: { pattern },
    label: { label: subject, value: pattern },
    namespace: { cluster: subject, namespace: pattern },
    codeowners: {},
  }[kind];
  const parsed = ownerRule.safeParse({ id: key, kind, ...fields, team_id: teamId });
  return parsed.success ? parsed.data : null;
}

/** Makes the rules that drafts stand for; null while one of them is not whole. */
export function rulesOf(drafts: readonly DraftRule[]): OwnerRule[] | null {
  const rules = drafts.flatMap((draft) => ruleOf(draft) ?? []);
  return rules.length === drafts.length ? rules : null;
}
