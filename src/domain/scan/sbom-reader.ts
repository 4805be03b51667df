import { Base64Decoder } from './base64-decoder';

/**
 * What became of the body's `Sbom`: not sent (absent, null or empty), handed on, refused as no base64,
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
