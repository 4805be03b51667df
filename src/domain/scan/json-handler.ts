/**
 * What the reader of a scalar or key wants of its bytes: nothing, the bytes as they stand (quotes and
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
