import { Scale } from 'lucide-react';
import type { PaletteGroup } from '@/components/layout/palette-state';
import { hrefs } from '@/features/hrefs';
import { policiesWith } from '@/features/policy/list/query';
import type { PolicyRecord } from '@/features/policy/types';
import { sentenceText } from '@/features/policy/sentence/words';

/** The policies whose sentence holds the text, as the palette lists them. */
export function foundPolicies(
  policies: readonly PolicyRecord[],
  text: string,
  limit: number,
): PaletteGroup {
  const found = policiesWith(policies, text);
  return {
    heading: 'Policies',
    items: found.slice(0, limit).map((policy) => ({
      id: policy.id,
      label: sentenceText(policy),
      icon: <Scale aria-hidden />,
      href: hrefs.policy(policy.id),
    })),
  };
}
