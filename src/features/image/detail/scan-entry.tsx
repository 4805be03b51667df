import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { countOf, formatCount } from '@/lib/numbers';
import type { ImageScan } from '../image-types';
import { Caller } from './caller';
import { Commit } from './commit';

export interface ScanEntryProps {
  scan: ImageScan;
  projectName: string;
  /** The image's very first scan: all it found was new. */
  isFirst: boolean;
}

/** One scan on an image's time line. */
export function ScanEntry({ scan, projectName, isFirst }: ScanEntryProps) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[11rem_minmax(0,3fr)_minmax(0,4fr)_minmax(0,3fr)]">
      <DateTime value={scan.scanDate} className="font-medium" />
      <Change scan={scan} isFirst={isFirst} />
      <span className="text-muted">
        {countOf(scan.matchCount, 'match', 'matches')} in {countOf(scan.componentCount, 'package')}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 text-muted md:justify-end">
        <Caller kind={scan.callerKind} name={scan.callerName} />
        {scan.commitHash && <Commit hash={scan.commitHash} projectName={projectName} />}
        {scan.digest && <CopyText value={scan.digest} what="digest" className="max-w-32" />}
      </span>
    </li>
  );
}

function Change({ scan, isFirst }: Pick<ScanEntryProps, 'scan' | 'isFirst'>) {
  const { openedCount, closedCount } = scan;
  if (isFirst) return <span>First scan: {formatCount(openedCount)} software found</span>;
  if (openedCount === 0 && closedCount === 0)
    return <span className="text-muted">Nothing changed</span>;
  return (
    <span data-numeric>
      {[
        openedCount > 0 && `${formatCount(openedCount)} new`,
        closedCount > 0 && `${formatCount(closedCount)} gone`,
      ]
        .filter(Boolean)
        .join(', ')}
    </span>
  );
}
