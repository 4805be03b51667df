import type pg from 'pg';

/**
 * Ends a connection without a word, whatever it is at: who waits for it to be made, or for an answer, has an error at once.
 * `client.end()` says goodbye, and who waits for a connection that is being made then waits for ever.
 */
export function cutOff(client: pg.Client): void {
  client.connection.stream.destroy();
}
