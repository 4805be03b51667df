import { type JsonHandler, MalformedJsonError, Want } from './handler';

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

/** Where in a JSON number a reader stands (RFC 8259 section 6). */
const State = {
  start: 0,
  minus: 1,
  zero: 2,
  integer: 3,
  point: 4,
  fraction: 5,
  exponent: 6,
  exponentSign: 7,
  exponentDigits: 8,
} as const;
type NumberState = (typeof State)[keyof typeof State];

const NUMBER_START: NumberState = State.start;

/** The state after one more byte, or null when the number cannot go on with it. */
function nextNumberState(state: NumberState, byte: number): NumberState | null {
  if (byte >= 0x30 && byte <= 0x39) return afterDigit(state, byte === 0x30);
  const isWhole = state === State.zero || state === State.integer;
  switch (byte) {
    case 0x2d: // -
      if (state === State.start) return State.minus;
      return state === State.exponent ? State.exponentSign : null;
    case 0x2b: // +
      return state === State.exponent ? State.exponentSign : null;
    case 0x2e: // .
      return isWhole ? State.point : null;
    case 0x45: // E
    case 0x65: // e
      return isWhole || state === State.fraction ? State.exponent : null;
    default:
      return null;
  }
}

/** Whether a number may end in this state. */
function isCompleteNumber(state: NumberState): boolean {
  return (
    state === State.zero ||
    state === State.integer ||
    state === State.fraction ||
    state === State.exponentDigits
  );
}

function afterDigit(state: NumberState, isZero: boolean): NumberState | null {
  switch (state) {
    case State.start:
    case State.minus:
      return isZero ? State.zero : State.integer;
    case State.zero:
      return null;
    case State.integer:
      return State.integer;
    case State.point:
    case State.fraction:
      return State.fraction;
    case State.exponent:
    case State.exponentSign:
    case State.exponentDigits:
      return State.exponentDigits;
  }
}
