import { StatusMark } from '@/components/status/status-mark';
import type { Status } from '@/components/status/states';

const SAMPLES: readonly (readonly [name: string, status: Status, width: string])[] = [
  ['Debian 10', 'ended', 'w-20'],
  ['Node.js 20', 'soon', 'w-28'],
  ['PostgreSQL 14', 'next', 'w-24'],
  ['Redis 8', 'later', 'w-16'],
];

/** What the list will look like, while there is nothing to list. */
export function SampleSoftware() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([name, status, width]) => (
        <div key={name} className="flex h-9 items-center gap-3 border-b px-3 last:border-b-0">
          <span className="grow">{name}</span>
          <StatusMark status={status} />
          <span className={`h-2 rounded-sm bg-active ${width}`} />
        </div>
      ))}
    </div>
  );
}
