import { formatDay } from '@/lib/dates';
import type { PolicyImagesParams } from './params';

const WHERE = { yes: ' that runs', no: ' that runs nowhere', all: '' } as const;

/** Says that no image meets the conditions, with each of them: one policy may deny none where others do. */
export function noneWords({
  are,
  policy,
  on,
  running,
}: Pick<PolicyImagesParams, 'are' | 'policy' | 'on' | 'running'>): string {
  const by = policy === null ? '' : ' by this policy';
  const when = on === null ? '' : ` on ${formatDay(on)}`;
  return `No image${WHERE[running ?? 'all']} is ${are}${by}${when}.`;
}
