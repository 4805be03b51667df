import { sentenceText } from '@/features/policy/sentence/words';
import type { PolicyRecord } from '@/features/policy/types';
import { countOf } from '@/lib/numbers';
import type { Outputs } from '@/trpc/outputs';

/** What a change denies that passes today. */
export type NewlyDenied = Outputs['policy']['preview']['newlyDenied'];
/** What a change lets pass that is denied today, and the policies that it decides before. */
export type NoLongerDenied = Outputs['policy']['preview']['noLongerDenied'];

/** Says how many images a change denies: `11 images of 2 projects would fail from now on`. Without a full stop. */
export function failingWords({ images, projects }: NewlyDenied): string {
  return `${countOf(images, 'image')} of ${countOf(projects, 'project')} would fail from now on`;
}

/** Says how many images a change lets pass: `11 images that are denied today would pass`. Without a full stop. */
export function releasedWords({ images }: Pick<NoLongerDenied, 'images'>): string {
  return `${countOf(images, 'image')} that ${images === 1 ? 'is' : 'are'} denied today would pass`;
}

/** Names the policies that deny them now and that this one decides before; null where it decides before none that is known. */
export function overruledWords(
  { overruled }: Pick<NoLongerDenied, 'overruled'>,
  policies: readonly PolicyRecord[],
): string | null {
  const first = policies.find(({ id }) => overruled.items.includes(id));
  if (!first) return null;
  const others = overruled.total - 1;
  const rest = others === 0 ? '' : ` and ${countOf(others, 'other')}`;
  return `This policy would decide before ‘${sentenceText(first).replace(/\.$/, '')}’${rest}.`;
}
