import { HEARD_KINDS, type RuleScope } from '@/domain/message/rule';
import type { DefaultTempo } from '@/domain/message/setting';
import type { Tempo } from '@/domain/message/tempo';
import { KIND_WORDS } from '@/domain/message/words';
import { lowerFirst } from '@/lib/dates';
import type { Outputs } from '@/trpc/outputs';

export type Rule = Outputs['messageRule']['list'][number];
export type Preview = Outputs['messageRule']['preview'];

export const TEMPO_WORDS: Readonly<Record<Tempo, string>> = {
  at_once: 'Each message at once',
  daily: 'A digest every day',
  weekly: 'A digest every Monday',
  monthly: 'A digest on the first of each month',
};

export const DEFAULT_TEMPO_WORDS: Readonly<Record<DefaultTempo, string>> = {
  daily: 'Every day',
  weekly: 'Every Monday',
  monthly: 'On the first of each month',
  off: 'Never',
};

export const SCOPE_WORDS: Readonly<Record<RuleScope, string>> = {
  everything: 'Everything',
  team: 'What one team owns',
  nobody: 'What nobody owns',
  projects: 'What is of some projects',
};

/** Says what a rule is about: `What Payments owns`, `What is of acme/*`. */
export function scopeOf(
  { scope, team_id: team, project_names: names, project_label: label }: Rule,
  teams: ReadonlyMap<string, string>,
): string {
  if (scope === 'team') return `What ${teams.get(team ?? '') ?? 'a team'} owns`;
  if (scope !== 'projects') return SCOPE_WORDS[scope];
  const labelled = label === null ? [] : [`${label.name}=${label.value}`];
  return `What is of ${[...names, ...labelled].join(', ')}`;
}

/** Names the kinds of message that a rule sends, within a sentence; all of them in two words. */
export function kindsOf({ kinds }: Rule): string {
  if (HEARD_KINDS.every((kind) => kinds.includes(kind))) return 'every message';
  return kinds.map((kind) => lowerFirst(KIND_WORDS[kind].label)).join(', ');
}

/** Writes an hour of the day: `08:00`. */
export function hourInWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** Says when a rule sends: `A digest every day at 08:00, Europe/Berlin`. */
export function rhythmOf({ tempo, hour, time_zone: zone }: Rule): string {
  if (tempo === 'at_once') return TEMPO_WORDS.at_once;
  return `${TEMPO_WORDS[tempo]} at ${hourInWords(hour)}, ${zone}`;
}
