/**
 * How the reader of a scalar or key wants its bytes: nothing, the bytes as they stand (quotes and
 * escapes included), or the text they mean.
 */
export const Want = { nothing: 0, source: 1, text: 2 } as const;
export type Want = (typeof Want)[keyof typeof Want];

export type ScalarKind = 'string' | 'number' | 'literal';

/** Receives the tokens of a JSON text in order, each once it is known to be well formed so far. */
export interface JsonHandler {
  startObject(): void;
  endObject(): void;
  startArray(): void;
  endArray(): void;
  startKey(): Want;
  endKey(): void;
  startScalar(kind: ScalarKind): Want;
  endScalar(): void;
  /** A piece of the current key or scalar: of its source, or of its text between two escapes. */
  piece(bytes: Uint8Array, from: number, to: number): void;
  /** A UTF-16 code unit that an escape in the current text stands for. */
  escaped(codeUnit: number): void;
}

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
