/**
 * The fate of the body's `Sbom`: not sent (absent, null or empty), handed on, refused as no base64,
 * or refused as no string.
 */
export type SbomState = 'absent' | 'decoded' | 'undecodable' | 'not_a_string';

export interface SbomSink {
  /** The next bytes of the decoded document. They are the callee's to keep. */
  onSbomChunk(bytes: Uint8Array): void;
  /**
   * The body names `Sbom` once more: the last one counts, so what came before is void. Without this
   * callback such a body's SBOM is reported as undecodable, as it is after {@link MAX_RESTARTS}.
   */
  onSbomRestart?(): void;
}

/** A body may repeat itself millions of times; starting over costs the sink more than reading costs us. */
const MAX_RESTARTS = 10;

const INVALID_BYTE = Uint8Array.of(0);

/** Decodes the `Sbom` member on its way through. */
export class SbomReader {
  state: SbomState = 'absent';
  private readonly decoder = new Base64Decoder((bytes) => this.handOn(bytes));
  private isString = false;
  private isEmpty = true;
  private handedOn = false;
  private restarts = 0;
  /** Set when two documents have run into one another in a sink that did not start over. */
  private spoiled = false;

  constructor(private readonly sink: SbomSink) {}

  /** A value begins. */
  start(isString: boolean): void {
    this.isString = isString;
    this.isEmpty = true;
    this.decoder.start();
    this.state = isString ? 'absent' : 'not_a_string';
    if (this.handedOn) this.restart();
  }

  /** A part of the string's text, or of the source of a number or literal. */
  piece(bytes: Uint8Array, from: number, to: number): void {
    this.isEmpty = false;
    if (this.isString) this.decoder.write(bytes, from, to);
    else if (bytes[from] === 0x6e) this.state = 'absent'; // the n of null: no other literal has one
  }

  escaped(codeUnit: number): void {
    const byte = codeUnit <= 0x7f ? Uint8Array.of(codeUnit) : INVALID_BYTE;
    this.piece(byte, 0, 1);
  }

  end(): void {
    if (!this.isString || this.isEmpty) return;
    this.state = this.decoder.end() && !this.spoiled ? 'decoded' : 'undecodable';
  }

  private restart(): void {
    this.handedOn = false;
    this.restarts += 1;
    if (this.sink.onSbomRestart && this.restarts <= MAX_RESTARTS) this.sink.onSbomRestart();
    else this.spoiled = true;
  }

  private handOn(bytes: Uint8Array): void {
    if (this.spoiled) return;
    this.handedOn = true;
    this.sink.onSbomChunk(bytes);
  }
}

const INVALID = 0xff;
const PADDING = 0xfe;
const LINE_BREAK = 0xfd;

const SEXTETS = sextetTable();

/** How much is decoded before it is handed on; a multiple of three, since bytes come in threes. */
const PIECE_BYTES = 49_152;
/** Below this the native decoder costs more than it saves. */
const MIN_RUN = 256;
const DASH = 0x2d;
const UNDERSCORE = 0x5f;

/**
 * Decodes standard base64 (RFC 4648 section 4, padding required, line breaks skipped) as it arrives.
 * Strict where Node's own decoder guesses, because what does not decode must be refused, not stored.
 */
class Base64Decoder {
  private bits = 0;
  private sextets = 0;
  private paddings = 0;
  private failed = false;
  private readonly piece = new Uint8Array(PIECE_BYTES);
  private readonly target = Buffer.from(this.piece.buffer);
  private length = 0;

  /** @param onPiece receives decoded bytes, which are its to keep */
  constructor(private readonly onPiece: (bytes: Uint8Array) => void) {}

  /** Begins another text. What the one before has not handed on is dropped. */
  start(): void {
    this.bits = 0;
    this.sextets = 0;
    this.paddings = 0;
    this.failed = false;
    this.length = 0;
  }

  /** Decodes `text[from, to)`. Nothing more is handed on once the text has turned out not to be base64. */
  write(text: Uint8Array, from: number, to: number): void {
    let at = Math.min(to, from + ((4 - this.sextets) & 3));
    this.writeSymbols(text, from, at);
    let run: number;
    do {
      run = this.writeRun(text, at, to);
      at += run;
    } while (run > 0);
    this.writeSymbols(text, at, to);
  }

  private writeSymbols(text: Uint8Array, from: number, to: number): void {
    for (let at = from; at < to && !this.failed; at += 1) {
      const sextet = SEXTETS[text[at] ?? 0] ?? INVALID;
      if (sextet >= 64 || this.paddings > 0) {
        this.writeOther(sextet);
        continue;
      }
      this.bits = (this.bits << 6) | sextet;
      this.sextets += 1;
      if (this.sextets === 4) this.writeGroup(3);
    }
  }

  /**
   * Decodes whole groups from `text[from]` on with the native decoder, all but the last, which may be padded.
   * Returns how many symbols that were: none when there are few or not all are plain. The native decoder
   * skips or ends at what it does not know, which shows in the length; only the two symbols of the URL-safe
   * alphabet pass it unseen.
   */
  private writeRun(text: Uint8Array, from: number, to: number): number {
    if (this.failed || this.sextets > 0 || this.paddings > 0) return 0;
    if (to - from < MIN_RUN) return 0;
    const room = ((PIECE_BYTES - this.length) / 3) * 4;
    const symbols = Math.min((to - from - 4) & ~3, room);
    const run = Buffer.from(text.buffer, text.byteOffset + from, symbols);
    if (run.includes(DASH) || run.includes(UNDERSCORE)) return 0;
    const bytes = this.target.write(run.toString('latin1'), this.length, 'base64');
    if (bytes !== (symbols / 4) * 3) return 0;
    this.length += bytes;
    if (this.length === PIECE_BYTES) this.flush();
    return symbols;
  }

  /** Whether all of the text was base64: whole groups of four, with their padding. */
  end(): boolean {
    if (this.failed || (this.sextets + this.paddings) % 4 !== 0) return false;
    this.flush();
    return true;
  }

  /** Takes what is no sextet: padding where it may stand and line breaks; anything else fails. */
  private writeOther(symbol: number): void {
    if (symbol === LINE_BREAK) return;
    this.paddings += 1;
    this.failed = symbol !== PADDING || this.sextets < 2 || this.sextets + this.paddings > 4;
    if (this.failed || this.sextets + this.paddings < 4) return;
    this.bits <<= 6 * this.paddings;
    this.writeGroup(3 - this.paddings);
    this.sextets = 4 - this.paddings;
  }

  private writeGroup(bytes: number): void {
    this.piece[this.length] = this.bits >> 16;
    this.piece[this.length + 1] = this.bits >> 8;
    this.piece[this.length + 2] = this.bits;
    this.length += bytes;
    this.bits = 0;
    this.sextets = 0;
    if (this.length === PIECE_BYTES) this.flush();
  }

  private flush(): void {
    if (this.length > 0) this.onPiece(this.piece.slice(0, this.length));
    this.length = 0;
  }
}

function sextetTable(): Uint8Array {
  const table = new Uint8Array(256).fill(INVALID);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  for (let sextet = 0; sextet < alphabet.length; sextet += 1) {
    table[alphabet.charCodeAt(sextet)] = sextet;
  }
  table['='.charCodeAt(0)] = PADDING;
  table['\r'.charCodeAt(0)] = LINE_BREAK;
  table['\n'.charCodeAt(0)] = LINE_BREAK;
  return table;
}
