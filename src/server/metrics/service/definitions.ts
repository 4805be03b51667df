/** What one metric is. Labels take values of short lists alone: never a name, an id or an address of anybody. */
export interface Definition {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  /** What it says, in words. */
  readonly help: string;
  readonly labels: readonly string[];
  /** Upper ends of a histogram's buckets. */
  readonly buckets?: readonly number[];
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];

/**
 * Every metric of the service's own. The page on operating lists them, a dashboard and rules for alerts in `deploy` use
 * them, and tests hold all of these together: nothing is renamed in one place alone.
 */
export const METRICS = {
  eventide_info: {
    kind: 'gauge',
    help: 'Always 1; says the version that runs',
    labels: ['version'],
  },
  eventide_ready: {
    kind: 'gauge',
    help: '1 while /readyz says yes, else 0',
    labels: [],
  },
  eventide_http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time until a request was answered, by the template of its path',
    labels: ['method', 'route', 'status'],
    buckets: REQUEST_SECONDS,
  },
  eventide_uploads_total: {
    kind: 'counter',
    help: 'Uploads, by their format and by what became of them (accepted, refused, failed)',
    labels: ['format', 'outcome'],
  },
  eventide_findings: {
    kind: 'gauge',
    help: 'Open findings of all organizations, by the state of their software',
    labels: ['state'],
  },
  eventide_images: {
    kind: 'gauge',
    help: 'Image tags and scanned directories of all organizations that are not retired',
    labels: [],
  },
  eventide_organizations: {
    kind: 'gauge',
    help: 'Organizations',
    labels: [],
  },
  eventide_outbox_pending: {
    kind: 'gauge',
    help: 'Messages that are due and not delivered yet, by their way (channel, mail)',
    labels: ['way'],
  },
  eventide_outbox_oldest_seconds: {
    kind: 'gauge',
    help: 'For how long a message has been due at most and is not delivered yet, by its way; 0 where there is none',
    labels: ['way'],
  },
  eventide_messages_total: {
    kind: 'counter',
    help: 'Attempts to deliver a message, by its way (channel, mail) and by what came of it (delivered, retried, failed for good, dropped)',
    labels: ['way', 'outcome'],
  },
  eventide_channels_disabled: {
    kind: 'gauge',
    help: 'Channels that deliver nothing, by why (paused, gone, failing)',
    labels: ['reason'],
  },
  eventide_job_duration_seconds: {
    kind: 'histogram',
    help: 'Time that one run of a job took, by its name',
    labels: ['name'],
    buckets: JOB_SECONDS,
  },
  eventide_job_runs_total: {
    kind: 'counter',
    help: 'Runs of jobs in this process, by name and by what came of them (done, failed)',
    labels: ['name', 'outcome'],
  },
  eventide_job_last_success_timestamp_seconds: {
    kind: 'gauge',
    help: 'When a job last succeeded in this process, in seconds since 1970; where it has not yet, when it was begun with',
    labels: ['name'],
  },
  eventide_retention_removed_rows_total: {
    kind: 'counter',
    help: 'Rows that this process removed as rules for retention say, by kind',
    labels: ['kind'],
  },
  eventide_backup_age_seconds: {
    kind: 'gauge',
    help: 'Time since the last backup on a schedule was made, whichever process did; missing without BACKUP_DIR',
    labels: [],
  },
  eventide_backup_interval_seconds: {
    kind: 'gauge',
    help: 'Time between two backups on a schedule: BACKUP_INTERVAL; missing without BACKUP_DIR',
    labels: [],
  },
  eventide_catalog_age_seconds: {
    kind: 'gauge',
    help: 'Time since the catalog was last read from its source, or found unchanged there; missing where it has none',
    labels: [],
  },
  eventide_catalog_document_age_seconds: {
    kind: 'gauge',
    help: 'Time since the document that the catalog was last read from was made, as it says itself; missing where it does not',
    labels: [],
  },
  eventide_catalog_interval_seconds: {
    kind: 'gauge',
    help: 'Time between two looks at the source of the catalog: CATALOG_INTERVAL; missing without CATALOG_URL',
    labels: [],
  },
  eventide_catalog_products: {
    kind: 'gauge',
    help: 'Products of the catalog that this process holds',
    labels: [],
  },
  eventide_scanner_certificate_end_timestamp_seconds: {
    kind: 'gauge',
    help: "When a certificate of the scanners' TLS listener ends, in seconds since 1970: its own (server) or that of the service's CA (authority); missing without SCANNER_TLS_PORT",
    labels: ['certificate'],
  },
  eventide_scanner_authorities: {
    kind: 'gauge',
    help: 'Certificate authorities that processes have for scanners: all have to have the same one; missing without SCANNER_TLS_PORT, and with a certificate of your own',
    labels: [],
  },
  eventide_outgoing_requests_total: {
    kind: 'counter',
    help: 'Requests to servers that people named, by what came of them (answered, refused, failed)',
    labels: ['outcome'],
  },
  eventide_outgoing_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time until such a server answered, or did not',
    labels: [],
    buckets: REQUEST_SECONDS,
  },
  eventide_database_connections: {
    kind: 'gauge',
    help: 'Connections of this process, by state (used, idle)',
    labels: ['state'],
  },
  eventide_database_connections_limit: {
    kind: 'gauge',
    help: 'Connections that this process may have: DATABASE_POOL_SIZE',
    labels: [],
  },
  eventide_database_waiting: {
    kind: 'gauge',
    help: 'Statements that wait for a connection',
    labels: [],
  },
  eventide_database_replica_reads_total: {
    kind: 'counter',
    help: 'Statements of lists, by who answered: a replica, or the primary and why (behind, lagging, failed, busy, away)',
    labels: ['outcome'],
  },
  eventide_database_replica_usable: {
    kind: 'gauge',
    help: '1 while lists are read from a replica, else 0, by its place in DATABASE_REPLICA_URL',
    labels: ['replica'],
  },
  eventide_database_replica_lag_seconds: {
    kind: 'gauge',
    help: 'How far a replica is behind at most; absent while it is not known',
    labels: ['replica'],
  },
  eventide_event_loop_lag_seconds: {
    kind: 'gauge',
    help: 'How late the event loop was since the last reading, by quantile',
    labels: ['quantile'],
  },
  eventide_figures_age_seconds: {
    kind: 'gauge',
    help: 'Time since the figures of the database were counted, or since the start where they never were',
    labels: ['figures'],
  },
} as const satisfies Readonly<Record<string, Definition>>;

export type MetricName = keyof typeof METRICS;
export type Labels = Readonly<Record<string, string>>;

/** One value of a gauge. */
export interface Reading {
  readonly name: MetricName;
  readonly labels: Labels;
  readonly value: number;
}
