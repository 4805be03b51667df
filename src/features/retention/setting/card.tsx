import { DateTime } from '@/components/status/date-time';
import { Card } from '@/components/ui/card';
import { formatDay } from '@/lib/dates';
import type { Retention, RetentionRun } from '../types';
import { removedWords } from '../words';

/** Shows when the rules are followed next, and what was removed. */
export function RunsCard({ retention }: { retention: Retention }) {
  const { runs, next_on: next, history_from: from } = retention;
  return (
    <Card title="What was removed" flush>
      <p className="px-4 py-3 text-sm text-muted">
        {next === null ? 'Nothing is removed by a rule.' : `Next removal on ${formatDay(next)}.`}
        {from !== null &&
          ` Trends begin on ${formatDay(from)}: what was before is removed in part.`}
      </p>
      {runs.length > 0 && (
        <ol className="border-t text-sm">
          {runs.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function Run({ run }: { run: RetentionRun }) {
  return (
    <li className="grid gap-x-6 gap-y-0.5 border-b px-4 py-2 last:border-b-0 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <DateTime value={run.started_at} className="font-medium" />
      <span>
        {removedWords(run)}
        {run.ended_at === null && <span className="text-muted"> so far: it goes on</span>}
      </span>
    </li>
  );
}
