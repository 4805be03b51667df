/** The database cannot be started or brought up to date. The message is for the operator: what, where, what to do. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}
