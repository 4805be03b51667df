import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { DateTime } from '@/components/status/date-time';
import { CopyText } from '@/components/ui/copy-text';
import { countOf } from '@/lib/numbers';
import type { ImageScan } from '../image-types';
import { Caller } from './caller';
import { Commit } from './commit';
import { SoftwareChanges, type Changes } from './software-changes';

export interface ScanEntryProps {
  scan: ImageScan;
  projectName: string;
}

/** One scan on an image's time line: when, what it changed, whose it was. */
export function ScanEntry({ scan, projectName }: ScanEntryProps) {
  return (
    <HistoryEntry at={scan.scanDate} changes={scan}>
      <span className="text-muted">
        {countOf(scan.matchCount, 'match', 'matches')} in {countOf(scan.componentCount, 'package')}
        {scan.policiesRead === false && <PoliciesNotRead />}
      </span>
      <Origin scan={scan} projectName={projectName} />
    </HistoryEntry>
  );
}

/** For a scanner that skipped the policies, which it says nothing of: a wrong key, a cut connection. */
export function PoliciesNotRead() {
  return (
    <span className="flex items-start gap-1.5 text-danger-text">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      The scanner had not read the policies: it could not deny
    </span>
  );
}

/** What the catalogue changed between two scans, with the packages that the first of them found. */
export function CatalogChangeEntry({ change }: { change: ImageScan['catalogChanges'][number] }) {
  return (
    <HistoryEntry at={change.changedAt} changes={change}>
      <span className="text-muted md:col-span-2">The catalogue changed, the image did not</span>
    </HistoryEntry>
  );
}

interface HistoryEntryProps {
  at: string;
  changes: Changes;
  children: ReactNode;
}

function HistoryEntry({ at, changes, children }: HistoryEntryProps) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-b px-3 py-2 text-sm last:border-b-0 md:grid-cols-[9rem_minmax(0,1fr)_11rem_22rem]">
      <DateTime value={at} className="font-medium" />
      <SoftwareChanges {...changes} />
      {children}
    </li>
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
