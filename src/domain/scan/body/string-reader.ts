import { isUtf8 } from 'node:buffer';
import { type JsonHandler, MalformedJsonError, Want } from './handler';

const State = { text: 0, escape: 1, hex: 2 } as const;
type State = (typeof State)[keyof typeof State];

/** Meanings of the character after a backslash; `u` is not among them. */
const ESCAPES = new Map(
  Object.entries({
    '"': '"',
    '\\': '\\',
    '/': '/',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
  }).map(([name, character]) => [name.charCodeAt(0), character.charCodeAt(0)]),
);

/** Reads one JSON string at a time, in as many chunks as it comes. */
export class StringReader {
  /** Whether the closing quote has been read. */
  ended = true;
  private state: State = State.text;
  private want: Want = Want.nothing;
  private hexDigits = 0;
  private codeUnit = 0;

  constructor(private readonly handler: JsonHandler) {}

  /** Begins a string at its opening quote, `chunk[at]`. Returns where to read on. */
  start(chunk: Uint8Array, at: number, want: Want): number {
    this.ended = false;
    this.want = want;
    this.state = State.text;
    if (want === Want.source) this.handler.piece(chunk, at, at + 1);
    return at + 1;
  }

  /**
   * Reads on until the string ends, the chunk ends or an escape changes. Returns where to read on.
   * @throws MalformedJsonError with an offset into the chunk
   */
  read(chunk: Uint8Array, from: number): number {
    if (this.state === State.text) return this.readText(chunk, from);
    if (this.want === Want.source) this.handler.piece(chunk, from, from + 1);
    if (this.state === State.hex) this.readHex(chunk[from] ?? 0, from);
    else this.readEscape(chunk[from] ?? 0, from);
    return from + 1;
  }

  private readText(chunk: Uint8Array, from: number): number {
    const stop = endOfPlainText(chunk, from);
    const byte = chunk[stop];
    if (byte !== undefined && byte < 0x20)
      throw new MalformedJsonError(stop, 'control character in a string');
    const next = byte === undefined ? stop : stop + 1;
    if (this.want === Want.source) this.handler.piece(chunk, from, next);
    else if (this.want === Want.text && stop > from) this.handler.piece(chunk, from, stop);
    if (byte === 0x22) this.ended = true;
    else if (byte === 0x5c) this.state = State.escape;
    return next;
  }

  private readEscape(byte: number, at: number): void {
    if (byte === 0x75) {
      this.hexDigits = 0;
      this.codeUnit = 0;
      this.state = State.hex;
      return;
    }
    const codeUnit = ESCAPES.get(byte);
    if (codeUnit === undefined) throw new MalformedJsonError(at, 'unknown escape');
    this.endEscape(codeUnit);
  }

  private readHex(byte: number, at: number): void {
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) throw new MalformedJsonError(at, 'expected a hexadecimal digit');
    this.codeUnit = this.codeUnit * 16 + digit;
    this.hexDigits += 1;
    if (this.hexDigits === 4) this.endEscape(this.codeUnit);
  }

  private endEscape(codeUnit: number): void {
    this.state = State.text;
    if (this.want === Want.text) this.handler.escaped(codeUnit);
  }
}

/** The first quote, backslash or control character; the chunk's length when there is none. */
function endOfPlainText(chunk: Uint8Array, from: number): number {
  let at = from;
  for (; at < chunk.length; at += 1) {
    const byte = chunk[at] ?? 0;
    if (byte === 0x22 || byte === 0x5c || byte < 0x20) break;
  }
  return at;
}

const MAX_SEQUENCE_BYTES = 4;

/** Checks that a byte stream is UTF-8, whatever characters its chunks cut through. */
export class Utf8Check {
  /** The first bytes of a character whose rest has not arrived yet. */
  private pending = new Uint8Array(0);

  /** False when the characters completed so far are not UTF-8. */
  write(chunk: Uint8Array): boolean {
    let start = 0;
    if (this.pending.length > 0) {
      const head = new Uint8Array([...this.pending, ...chunk.subarray(0, MAX_SEQUENCE_BYTES)]);
      const missing = sequenceLength(head[0] ?? 0) - this.pending.length;
      if (chunk.length < missing) {
        this.pending = head;
        return true;
      }
      if (!isUtf8(head.subarray(0, this.pending.length + missing))) return false;
      start = missing;
    }
    const end = Math.max(start, endOfWholeCharacters(chunk));
    // A copy: the slice() of a Buffer would be a view of bytes that the caller may reuse.
    this.pending = Uint8Array.from(chunk.subarray(end));
    return isUtf8(chunk.subarray(start, end));
  }

  /** False when the text ends inside a character. */
  end(): boolean {
    return this.pending.length === 0;
  }
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}

/** Where a last, unfinished character of the chunk begins; the chunk's length when there is none. */
function endOfWholeCharacters(chunk: Uint8Array): number {
  const earliest = Math.max(0, chunk.length - (MAX_SEQUENCE_BYTES - 1));
  for (let index = chunk.length - 1; index >= earliest; index -= 1) {
    const byte = chunk[index] ?? 0;
    if (byte >= 0xc0) return index + sequenceLength(byte) > chunk.length ? index : chunk.length;
  }
  return chunk.length;
}
