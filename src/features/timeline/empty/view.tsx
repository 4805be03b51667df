import { hrefs } from '@/features/hrefs';
import { Link } from '@/components/ui/link';
import { StatusMark } from '@/components/status/status-mark';
import type { Status } from '@/components/status/states';
import { NoData } from '@/components/feedback/no-data';
import { Button } from '@/components/ui/button';

const SAMPLES: readonly (readonly [name: string, status: Status, from: string, to: string])[] = [
  ['Debian 10', 'ended', '0%', '42%'],
  ['Node.js 20', 'soon', '10%', '56%'],
  ['PostgreSQL 14', 'next', '24%', '70%'],
  ['Redis 8', 'later', '38%', '92%'],
];

/** Shows, before the first upload, what the timeline will look like. */
export function NothingYet() {
  return (
    <NoData
      title="When your software ends will be drawn here, on one time axis."
      picture={<SampleTimeline />}
      action={
        <Button asChild variant="primary">
          <Link href={hrefs.images()}>Upload an SBOM</Link>
        </Button>
      }
    >
      No scan has found software with a known life cycle yet.
    </NoData>
  );
}

function SampleTimeline() {
  return (
    <div className="rounded-md border bg-surface text-left text-sm">
      {SAMPLES.map(([name, status, from, to]) => (
        <div key={name} className="flex h-9 items-center gap-3 border-b px-3 last:border-b-0">
          <span className="w-28 shrink-0">{name}</span>
          <span className="relative h-full grow">
            <span
              className="absolute inset-y-3 rounded-sm bg-fg/32"
              style={{ left: from, right: `calc(100% - ${to})` }}
            />
            <span
              className="absolute top-1/2 -translate-1/2 rounded-sm bg-surface p-0.5"
              style={{ left: to }}
            >
              <StatusMark status={status} />
            </span>
            <span className="absolute inset-y-0 left-1/2 w-0.5 bg-accent" />
          </span>
        </div>
      ))}
    </div>
  );
}
