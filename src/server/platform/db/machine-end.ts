import type pg from 'pg';

/** What `pg` has of a connection, and its declared type does not: the process that the server named when it let us in. */
type Connected = pg.ClientBase & { readonly processID?: number | null };

/**
 * SQL that has the server end a session once the machine that it is of is gone without a word (no power, no network), with all
 * that it holds: locks on what one process does, and transactions. By itself a server asks after two hours, and goes on for a
 * quarter of an hour to send what nobody confirms. Ten seconds of silence, then four questions, five seconds apart; as long for
 * what is sent. The second limit also counts while somebody takes no bytes: who reads at another's pace takes it back.
 *
 * Nothing is set where it would mean nothing or be complained of in the server's log (a socket in a folder, a system that knows
 * no such limit), nor where another process answers than let us in: those sessions are a pooler's, which lends them to others.
 */
export function endsWithMachine({ processID }: Connected): string {
  return `
    SELECT set_config(name, value, false)
      FROM (VALUES ('tcp_keepalives_idle', '10'), ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '4'),
                   ('tcp_user_timeout', '30000')) AS wanted (name, value)
     WHERE pg_backend_pid() = ${String(processID ?? 0)} AND inet_client_addr() IS NOT NULL
       AND CASE name WHEN 'tcp_user_timeout' THEN version() LIKE '%linux%' ELSE current_setting(name, true) <> '0' END`;
}
