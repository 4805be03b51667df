import type { ReactNode } from 'react';
import { NoData } from '@/components/feedback/no-data';

/** What the notes page shows while there is none. */
export function NoNotes({ action }: { action: ReactNode }) {
  return (
    <NoData
      title="What your organization knows of a product, said once for all its images."
      picture={<Sample />}
      action={action}
    >
      Nobody has written a note yet.
    </NoData>
  );
}

const SAMPLES = [
  ['Node.js', 'Moves to 24 with the October release'],
  ['Debian', 'Extended support is paid until June'],
  ['Redis', 'Replaced by Valkey, ask the platform team'],
] as const;

function Sample() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([product, text]) => (
        <div key={product} className="flex h-9 items-center gap-4 border-b px-3 last:border-b-0">
          <span className="w-20 shrink-0">{product}</span>
          <span className="truncate">{text}</span>
        </div>
      ))}
    </div>
  );
}
