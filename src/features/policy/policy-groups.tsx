import { GROUP_WORDS } from './group-words';
import { PolicyCard } from './policy-card';
import { groupOf } from './policy-list';
import type { PolicyEffects, PolicyRecord } from './policy-types';
import { POLICY_GROUPS } from './search-params';

export interface PolicyGroupsProps {
  /** In the order in which they decide. */
  policies: readonly PolicyRecord[];
  effects: PolicyEffects | undefined;
}

/** Policies under what they are about, first those that decide first. */
export function PolicyGroups({ policies, effects }: PolicyGroupsProps) {
  const effectOf = new Map(effects?.policies.map((effect) => [effect.policyId, effect]));
  return POLICY_GROUPS.map((group) => {
    const ofGroup = policies.filter((policy) => groupOf(policy) === group);
    if (ofGroup.length === 0) return null;
    const { title, order } = GROUP_WORDS[group];
    return (
      <section key={group} aria-labelledby={`about-${group}`} className="grid min-w-0 gap-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id={`about-${group}`} className="text-sm font-semibold">
            {title}
          </h2>
          <p className="text-xs text-muted">{order}</p>
        </div>
        <ul className="grid min-w-0 gap-2">
          {ofGroup.map((policy) => (
            <PolicyCard key={policy.id} policy={policy} effect={effectOf.get(policy.id)} />
          ))}
        </ul>
      </section>
    );
  });
}
