/** A call that failed: refused by the server, or not answered by it. */
export class CallError extends Error {
  override readonly name = 'CallError';

  /** `data` is what the server's error formatter wrote; null when no answer came, or none of the server's own. */
  constructor(
    message: string,
    readonly data: unknown,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
