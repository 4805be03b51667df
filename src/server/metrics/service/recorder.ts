import { REMOVED_KINDS } from '@/domain/retention/rules';
import * as signals from '@/server/platform/signals';
import type { Labels, MetricName, Reading } from './definitions';

const { JOB_OUTCOMES, OUTGOING_OUTCOMES, REPLICA_READ_OUTCOMES } = signals;
const { MESSAGE_OUTCOMES, MESSAGE_WAYS, UPLOAD_FORMATS, UPLOAD_OUTCOMES } = signals;

/** Where measurements go: Prometheus' registry, or the meters of OpenTelemetry. */
export interface Sink {
  /** Adds to a counter; 0 makes it known, so that its first increase is seen as one. */
  count(name: MetricName, labels: Labels, by: number): void;
  /** Puts a value into a histogram. */
  observe(name: MetricName, labels: Labels, value: number): void;
}

export interface Recorder {
  /** What is known of jobs beside counts and times. */
  readings(): Reading[];
  stop(): void;
}

const METHODS: ReadonlySet<string> = new Set([
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
]);

/** Records what happens in this process from now on. Labels are templates and names of the program alone. */
export function recordInto(sink: Sink): Recorder {
  const succeededAt = new Map<string, number>();
  const countOne = (
    metric: MetricName,
    outcomes: readonly string[],
    outcome: string,
    labels: Labels,
  ) => {
    for (const one of outcomes)
      sink.count(metric, { ...labels, outcome: one }, one === outcome ? 1 : 0);
  };
  // A series that began with the first of its kind would begin at 1, which no rate and no increase sees: a lost upload, or all
  // that the first night of a process removed.
  for (const format of UPLOAD_FORMATS)
    for (const outcome of UPLOAD_OUTCOMES)
      sink.count('eventide_uploads_total', { format, outcome }, 0);
  for (const way of MESSAGE_WAYS)
    for (const outcome of MESSAGE_OUTCOMES)
      sink.count('eventide_messages_total', { way, outcome }, 0);
  for (const kind of REMOVED_KINDS)
    sink.count('eventide_retention_removed_rows_total', { kind }, 0);
  const stops = [
    signals.requests.hear(({ method, route, status, seconds }) => {
      const labels = {
        method: METHODS.has(method) ? method : 'other',
        route: route ?? 'none',
        status: String(status),
      };
      sink.observe('eventide_http_request_duration_seconds', labels, seconds);
    }),
    signals.uploads.hear(({ format, outcome }) => {
      sink.count('eventide_uploads_total', { format, outcome }, 1);
    }),
    signals.messages.hear(({ way, outcome }) => {
      sink.count('eventide_messages_total', { way, outcome }, 1);
    }),
    signals.jobs.hear(({ name, outcome, seconds, endedAtMs }) => {
      countOne('eventide_job_runs_total', JOB_OUTCOMES, outcome, { name });
      sink.observe('eventide_job_duration_seconds', { name }, seconds);
      if (outcome === 'done') succeededAt.set(name, endedAtMs / 1000);
    }),
    signals.outgoing.hear(({ outcome, seconds }) => {
      countOne('eventide_outgoing_requests_total', OUTGOING_OUTCOMES, outcome, {});
      sink.observe('eventide_outgoing_request_duration_seconds', {}, seconds);
    }),
    signals.replicaReads.hear(({ outcome }) => {
      countOne('eventide_database_replica_reads_total', REPLICA_READ_OUTCOMES, outcome, {});
    }),
    signals.removedRows.hear(({ kind, rows }) => {
      sink.count('eventide_retention_removed_rows_total', { kind }, rows);
    }),
  ];
  return {
    readings: () => {
      // One that has not succeeded since the process began has not for as long: what has no series never seems too old.
      const since = new Map<string, number>();
      signals.scheduled.send({
        tell: (name, sinceMs) => {
          since.set(name, sinceMs / 1000);
        },
      });
      return [...new Map([...since, ...succeededAt])].map(([name, value]) => ({
        name: 'eventide_job_last_success_timestamp_seconds',
        labels: { name },
        value,
      }));
    },
    stop: () => {
      for (const stop of stops) stop();
    },
  };
}
