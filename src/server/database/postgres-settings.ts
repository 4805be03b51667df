export interface PostgresSettings {
  /** False gives up every promise about crashes, for throw-away clusters. */
  readonly durable: boolean;
}

/** A service on a laptop: modest memory, room for several processes of the app. */
const common = {
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '1GB',
  random_page_cost: '1.1',
  jit: 'off',
  // Parallel workers share memory through /dev/shm, which containers keep too small for it.
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  password_encryption: 'scram-sha-256',
  unix_socket_permissions: '0700',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  // What follows keeps statements, parameters and rows out of the log: uploads pass through all of them.
  // `log` is above `error` here; the app reports failed statements itself, without their content.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
} as const;

const durable = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  // Test files run side by side, each with a pool of its own.
  max_connections: '200',
} as const;

/** The arguments after `postgres -D <dir>`. On the command line they win over every file in the cluster. */
export function settingArguments(settings: PostgresSettings): string[] {
  const all = { ...common, ...(settings.durable ? durable : throwAway) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
