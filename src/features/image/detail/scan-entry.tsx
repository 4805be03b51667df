import { Minus, Plus } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { countOf, formatCount } from '@/lib/numbers';
import type { ImageScan } from '../image-types';
import { Caller } from './caller';
import { Commit } from './commit';

export interface ScanEntryProps {
  scan: ImageScan;
  projectName: string;
}

/** One scan on an image's time line: when, what it changed, whose it was. */
export function ScanEntry({ scan, projectName }: ScanEntryProps) {
  const { openedCount, closedCount } = scan;
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[9rem_minmax(0,1fr)_11rem_20rem]">
      <DateTime value={scan.scanDate} className="font-medium" />
      <div className="grid min-w-0 content-start gap-0.5">
        {openedCount === 0 && closedCount === 0 && (
          <span className="text-muted">Nothing changed</span>
        )}
        <Change kind="opened" names={scan.opened} count={openedCount} />
        <Change kind="closed" names={scan.closed} count={closedCount} />
      </div>
      <span className="text-muted">
        {countOf(scan.matchCount, 'match', 'matches')} in {countOf(scan.componentCount, 'package')}
      </span>
      <Origin scan={scan} projectName={projectName} />
    </li>
  );
}

interface ChangeProps {
  kind: 'opened' | 'closed';
  names: ImageScan['opened'];
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

function Origin({ scan, projectName }: ScanEntryProps) {
  return (
    <span className="flex min-w-0 items-center gap-x-3 text-muted max-md:flex-wrap md:justify-end">
      <Caller kind={scan.callerKind} name={scan.callerName} />
      {scan.commitHash && <Commit hash={scan.commitHash} projectName={projectName} />}
      {scan.digest && <CopyText value={scan.digest} what="digest" className="max-w-32" />}
    </span>
  );
}
