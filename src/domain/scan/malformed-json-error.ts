/**
 * The bytes are no JSON text (RFC 8259), or one nested or branched beyond what is read. `offset` counts
 * bytes from the start of the body. The message never quotes the body: it may hold credentials.
 */
export class MalformedJsonError extends Error {
  override readonly name = 'MalformedJsonError';

  constructor(
    readonly offset: number,
    readonly reason: string,
  ) {
    super(`Malformed JSON at byte ${String(offset)}: ${reason}`);
  }
}
