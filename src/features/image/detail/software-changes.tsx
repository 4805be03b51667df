import { Minus, Plus } from 'lucide-react';
import { formatCount } from '@/lib/numbers';
import type { ImageScan } from '../image-types';

export type Changes = Pick<ImageScan, 'opened' | 'openedCount' | 'closed' | 'closedCount'>;

/** What came to an image, and what went. */
export function SoftwareChanges({ opened, openedCount, closed, closedCount }: Changes) {
  return (
    <div className="grid min-w-0 content-start gap-0.5">
      {openedCount === 0 && closedCount === 0 && (
        <span className="text-muted">Nothing changed</span>
      )}
      <Change kind="opened" names={opened} count={openedCount} />
      <Change kind="closed" names={closed} count={closedCount} />
    </div>
  );
}

interface ChangeProps {
  kind: 'opened' | 'closed';
  names: Changes['opened'];
  /** May be more than are named. */
  count: number;
}

const CHANGES = {
  opened: { Icon: Plus, word: 'New' },
  closed: { Icon: Minus, word: 'Gone' },
} as const;

function Change({ kind, names, count }: ChangeProps) {
  if (count === 0) return null;
  const { Icon, word } = CHANGES[kind];
  const rest = count - names.length;
  const listed = names.map(({ productName, releaseCycle }) => `${productName} ${releaseCycle}`);
  return (
    <span className="flex min-w-0 gap-1.5">
      <Icon aria-label={word} className="mt-0.5 size-4 shrink-0 text-subtle" />
      <span className="min-w-0 wrap-anywhere">
        {listed.join(', ')}
        {rest > 0 && <span className="text-muted"> and {formatCount(rest)} more</span>}
      </span>
    </span>
  );
}
