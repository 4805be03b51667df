import { type JsonHandler, MalformedJsonError } from './handler';
import { StringReader, Utf8Check } from './string-reader';
import { WordReader } from './word-reader';

/** Nesting beyond this is refused: no scanner comes near it, and every reader after this one may recurse. */
export const MAX_DEPTH = 512;

const State = {
  value: 0,
  firstItem: 1,
  firstKey: 2,
  key: 3,
  keyText: 4,
  colon: 5,
  stringText: 6,
  word: 7,
  afterValue: 8,
  done: 9,
} as const;
type State = (typeof State)[keyof typeof State];

const OBJECT = 1;
const ARRAY = 2;

/**
 * Reads a JSON text (RFC 8259, UTF-8, no byte order mark) in chunks and hands its tokens to a handler.
 * Keeps no bytes: what a handler does not want costs neither memory nor a string. Iterative: nesting
 * costs one byte a level.
 */
export class JsonTokenizer {
  private state: State = State.value;
  private readonly containers = new Uint8Array(MAX_DEPTH);
  private depth = 0;
  private readonly utf8 = new Utf8Check();
  private readonly strings: StringReader;
  private readonly words: WordReader;
  /** Bytes before the current chunk. */
  private base = 0;

  /** @param maxDepth of at most {@link MAX_DEPTH} */
  constructor(
    private readonly handler: JsonHandler,
    private readonly maxDepth = MAX_DEPTH,
  ) {
    this.strings = new StringReader(handler);
    this.words = new WordReader(handler);
  }

  /** @throws MalformedJsonError; the tokenizer is of no use after it */
  write(chunk: Uint8Array): void {
    if (!this.utf8.write(chunk)) throw new MalformedJsonError(this.base, 'not UTF-8');
    try {
      for (let at = 0; at < chunk.length;) at = this.step(chunk, at);
    } catch (error) {
      if (!(error instanceof MalformedJsonError)) throw error;
      throw new MalformedJsonError(this.base + error.offset, error.reason);
    }
    this.base += chunk.length;
  }

  /** @throws MalformedJsonError when the text is not complete */
  end(): void {
    if (this.state === State.word && this.words.endOfText()) this.endScalar();
    if (this.state !== State.done || !this.utf8.end()) {
      throw new MalformedJsonError(this.base, 'unexpected end');
    }
  }

  /** Reads what the state expects at `chunk[at]` and returns where to read on. */
  private step(chunk: Uint8Array, at: number): number {
    let next: number;
    switch (this.state) {
      case State.stringText:
        next = this.strings.read(chunk, at);
        if (this.strings.ended) this.endScalar();
        return next;
      case State.keyText:
        next = this.strings.read(chunk, at);
        if (this.strings.ended) {
          this.state = State.colon;
          this.handler.endKey();
        }
        return next;
      case State.word:
        next = this.words.read(chunk, at);
        if (this.words.ended) this.endScalar();
        return next;
      default:
        return this.readStructure(chunk, at);
    }
  }

  private readStructure(chunk: Uint8Array, at: number): number {
    const byte = chunk[at] ?? 0;
    if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return at + 1;
    switch (this.state) {
      case State.firstItem:
        return byte === 0x5d ? this.close(at) : this.startValue(chunk, at, byte);
      case State.value:
        return this.startValue(chunk, at, byte);
      case State.firstKey:
        return byte === 0x7d ? this.close(at) : this.startKey(chunk, at, byte);
      case State.key:
        return this.startKey(chunk, at, byte);
      case State.colon:
        if (byte !== 0x3a) throw new MalformedJsonError(at, 'expected a colon');
        this.state = State.value;
        return at + 1;
      case State.afterValue:
        return this.readSeparator(at, byte);
      default:
        throw new MalformedJsonError(at, 'text after the end');
    }
  }

  private readSeparator(at: number, byte: number): number {
    const isObject = this.containers[this.depth - 1] === OBJECT;
    if (byte === 0x2c) {
      this.state = isObject ? State.key : State.value;
      return at + 1;
    }
    if (byte !== (isObject ? 0x7d : 0x5d))
      throw new MalformedJsonError(at, 'expected a comma or the end');
    return this.close(at);
  }

  private startKey(chunk: Uint8Array, at: number, byte: number): number {
    if (byte !== 0x22) throw new MalformedJsonError(at, 'expected a key');
    this.state = State.keyText;
    return this.strings.start(chunk, at, this.handler.startKey());
  }

  private startValue(chunk: Uint8Array, at: number, byte: number): number {
    switch (byte) {
      case 0x7b:
        this.open(at, OBJECT, State.firstKey);
        this.handler.startObject();
        return at + 1;
      case 0x5b:
        this.open(at, ARRAY, State.firstItem);
        this.handler.startArray();
        return at + 1;
      case 0x22:
        this.state = State.stringText;
        return this.strings.start(chunk, at, this.handler.startScalar('string'));
      default:
        if (!this.words.start(byte)) throw new MalformedJsonError(at, 'expected a value');
        this.state = State.word;
        return at;
    }
  }

  private endScalar(): void {
    this.endValue();
    this.handler.endScalar();
  }

  private open(at: number, container: number, state: State): void {
    if (this.depth === this.maxDepth) throw new MalformedJsonError(at, 'nested too deep');
    this.containers[this.depth] = container;
    this.depth += 1;
    this.state = state;
  }

  private close(at: number): number {
    this.depth -= 1;
    this.endValue();
    if (this.containers[this.depth] === OBJECT) this.handler.endObject();
    else this.handler.endArray();
    return at + 1;
  }

  private endValue(): void {
    this.state = this.depth === 0 ? State.done : State.afterValue;
  }
}
