import { z } from 'zod';
import { formatDay } from '@/lib/dates';
import type { WaiverHappening } from '../types';

/** What of a waiver may change, as its history keeps it; what is of another form is passed over. */
const terms = z
  .object({
    reason: z.string(),
    mitigating_control: z.string().nullable(),
    links: z.array(z.string()),
    ends_on: z.string(),
    owner: z.object({ name: z.string() }),
  })
  .partial();

/** Puts into words what a change changed; nothing for what is no change. */
export function changesIn({
  kind,
  before,
  after,
}: Pick<WaiverHappening, 'kind' | 'before' | 'after'>) {
  if (kind !== 'changed') return [];
  const [old, now] = [terms.safeParse(before), terms.safeParse(after)];
  if (!old.success || !now.success) return [];
  const [was, is] = [old.data, now.data];
  return [
    was.ends_on !== is.ends_on &&
      is.ends_on !== undefined &&
      `Last day ${formatDay(is.ends_on)}${was.ends_on === undefined ? '' : ` instead of ${formatDay(was.ends_on)}`}`,
    was.owner?.name !== is.owner?.name && `${is.owner?.name ?? 'Nobody'} answers for it`,
    was.reason !== is.reason && 'Another reason',
    was.mitigating_control !== is.mitigating_control && 'Another mitigating control',
    was.links?.join('\n') !== is.links?.join('\n') && 'Other links',
  ].filter((text) => text !== false);
}
