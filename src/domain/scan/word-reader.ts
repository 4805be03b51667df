import { Want, type JsonHandler } from './json-handler';
import { MalformedJsonError } from './malformed-json-error';
import { isCompleteNumber, nextNumberState, NUMBER_START } from './number-grammar';

const LITERALS = new Map(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Buffer.from(word)]),
);

/** Reads one number or literal (`true`, `false`, `null`) at a time, in as many chunks as it comes. */
export class WordReader {
  /** Whether the byte after a number, or the last one of a literal, has been reached. */
  ended = true;
  private want: Want = Want.nothing;
  private literal: Uint8Array | null = null;
  private literalIndex = 0;
  private numberState = NUMBER_START;

  constructor(private readonly handler: JsonHandler) {}

  /** Begins the word whose first byte this is, which {@link read} is yet to see. False when none begins so. */
  start(byte: number): boolean {
    this.ended = false;
    this.literal = LITERALS.get(byte) ?? null;
    this.literalIndex = 0;
    this.numberState = NUMBER_START;
    if (!this.literal && nextNumberState(NUMBER_START, byte) === null) return false;
    this.want = this.handler.startScalar(this.literal ? 'literal' : 'number');
    return true;
  }

  /**
   * Reads on until the word or the chunk ends. Returns where to read on.
   * @throws MalformedJsonError with an offset into the chunk
   */
  read(chunk: Uint8Array, from: number): number {
    const next = this.literal
      ? this.readLiteral(chunk, from, this.literal)
      : this.readNumber(chunk, from);
    if (this.want === Want.source) this.handler.piece(chunk, from, next);
    return next;
  }

  /** The text ends here. False when it ends inside the word. */
  endOfText(): boolean {
    if (!this.literal) this.ended = isCompleteNumber(this.numberState);
    return this.ended;
  }

  private readLiteral(chunk: Uint8Array, from: number, literal: Uint8Array): number {
    let at = from;
    for (; at < chunk.length && this.literalIndex < literal.length; at += 1) {
      if (chunk[at] !== literal[this.literalIndex])
        throw new MalformedJsonError(at, 'expected a value');
      this.literalIndex += 1;
    }
    this.ended = this.literalIndex === literal.length;
    return at;
  }

  private readNumber(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const next = nextNumberState(this.numberState, chunk[at] ?? 0);
      if (next === null) {
        if (!isCompleteNumber(this.numberState))
          throw new MalformedJsonError(at, 'incomplete number');
        this.ended = true;
        return at;
      }
      this.numberState = next;
    }
    return chunk.length;
  }
}
