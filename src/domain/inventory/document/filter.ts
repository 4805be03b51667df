import { Copier } from '@/domain/scan/body/copier';
import { MalformedJsonError } from '@/domain/scan/body/handler';
import type { KeepRule } from '@/domain/scan/body/keep-rules';
import { JsonTokenizer } from '@/domain/scan/body/tokenizer';
import { InventoryDocumentError } from '../document';
import { INVENTORY_RULE } from './rules';
import type { InventorySyntax, SyntaxReader } from './syntax';
import { createTagValueReader } from './tag-value';
import { createXmlReader } from './xml';

/** A document after the filter. */
export interface FilteredInventory {
  readonly syntax: InventorySyntax;
  /** A JSON text of what is read, in UTF-8 and in parts, as far as it was not taken. */
  readonly json: readonly Uint8Array[];
}

export interface InventoryFilter {
  /** @throws InventoryDocumentError as soon as the bytes cannot be a document; the filter is of no use after it */
  write(chunk: Uint8Array): void;
  /** Takes the text written so far; {@link end} gives the rest. Parts as in `json`. */
  takeWritten(): readonly Uint8Array[];
  /** @throws InventoryDocumentError when the document is not complete */
  end(): FilteredInventory;
}

/** Nesting of components is bounded to 64 by whoever reads them: two levels each, and room for what surrounds them. */
const MAX_JSON_DEPTH = 192;
/** Objects and arrays that are kept; a component of a large image has a dozen. */
const MAX_CONTAINERS = 3_000_000;
/** The kept parts have to fit into one string; ten times what is kept of the largest images. */
const MAX_KEPT_BYTES = 134_217_728;

/**
 * Reduces an inventory document, as it streams in, to a JSON text of what is read of it, never holding the document.
 * Tells by its first bytes how it is written (`<` XML, `{` JSON, else tag-value), never by a file name. The bytes must
 * have been inflated, and their number be limited, by the caller.
 */
export function createInventoryFilter(): InventoryFilter {
  const start = new StartOfDocument();
  let reader: { readonly syntax: InventorySyntax; readonly of: SyntaxReader } | null = null;
  return {
    write(chunk) {
      if (reader) {
        writeTo(reader.of, chunk);
        return;
      }
      const found = start.write(chunk);
      if (!found) return;
      reader = { syntax: found.syntax, of: READERS[found.syntax](start.linesBefore) };
      writeTo(reader.of, found.bytes);
    },
    takeWritten: () => reader?.of.takeWritten() ?? [],
    end() {
      if (!reader) throw new InventoryDocumentError('The document is empty');
      return { syntax: reader.syntax, json: reader.of.end() };
    },
  };
}

function writeTo(reader: SyntaxReader, chunk: Uint8Array): void {
  reader.write(chunk);
  if (reader.written() > MAX_KEPT_BYTES) {
    throw new InventoryDocumentError('The document says more of its components than can be read');
  }
}

const READERS: Readonly<Record<InventorySyntax, (linesBefore: number) => SyntaxReader>> = {
  json: (linesBefore) => createJsonReader(INVENTORY_RULE, linesBefore),
  xml: createXmlReader,
  'tag-value': createTagValueReader,
};

const UTF8_MARK = [0xef, 0xbb, 0xbf];

/** Passes over a byte order mark and blanks, in as many chunks as they come. */
class StartOfDocument {
  linesBefore = 0;
  /** Bytes of the mark that were read; 3 when it is behind, -1 when there is none. */
  private inMark = 0;

  /** The syntax and the bytes from its first one on; null while all has been blank. */
  write(chunk: Uint8Array): { syntax: InventorySyntax; bytes: Uint8Array } | null {
    for (const [at, byte] of chunk.entries()) {
      refuseUtf16(byte);
      if (this.isMark(byte)) continue;
      if (byte === 0x0a) this.linesBefore += 1;
      if (byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d) continue;
      refuseUtf16(chunk[at + 1]);
      return { syntax: syntaxOf(byte), bytes: chunk.subarray(at) };
    }
    return null;
  }

  private isMark(byte: number): boolean {
    if (this.inMark < 0 || this.inMark === UTF8_MARK.length) return false;
    if (byte === UTF8_MARK[this.inMark]) {
      this.inMark += 1;
      return true;
    }
    if (this.inMark > 0) throw new InventoryDocumentError('The document is not UTF-8');
    this.inMark = -1;
    return false;
  }
}

/** The bytes FF and FE begin the marks of UTF-16 and are in no UTF-8; a NUL is half a character of it. */
function refuseUtf16(byte: number | undefined): void {
  if (byte !== 0xff && byte !== 0xfe && byte !== 0) return;
  throw new InventoryDocumentError('The document is UTF-16 or UTF-32; save it as UTF-8');
}

function syntaxOf(byte: number): InventorySyntax {
  if (byte === 0x3c) return 'xml';
  // A list is JSON too, so that its reader can say that it is no document.
  return byte === 0x7b || byte === 0x5b ? 'json' : 'tag-value';
}

/**
 * Reduces a JSON document, as it streams in, to what a rule keeps of it.
 * @throws InventoryDocumentError with line and column, from each of its methods
 */
export function createJsonReader(rule: KeepRule, linesBefore = 0): SyntaxReader {
  const copier = new Copier(rule, null, MAX_CONTAINERS);
  const tokenizer = new JsonTokenizer(copier, MAX_JSON_DEPTH);
  const lines = new LineCounter(linesBefore);
  const reading = (read: () => void, chunk: Uint8Array) => {
    try {
      read();
    } catch (error) {
      if (!(error instanceof MalformedJsonError)) throw error;
      const reason = `This is no JSON document: ${error.reason}`;
      // Where in a chunk the fault of an encoding lies is not told.
      const place = error.reason === 'not UTF-8' ? null : lines.placeOf(error.offset, chunk);
      throw new InventoryDocumentError(reason, place);
    }
    lines.pass(chunk);
  };
  return {
    write: (chunk) => reading(() => tokenizer.write(chunk), chunk),
    written: () => copier.written,
    takeWritten: () => copier.takeWritten(),
    end: () => {
      reading(() => tokenizer.end(), new Uint8Array(0));
      return copier.result();
    },
  };
}

/** Tells the line and column of a byte, counted from the document's first one. */
class LineCounter {
  private base = 0;
  private lineStart = 0;

  constructor(private line: number) {}

  pass(chunk: Uint8Array): void {
    this.passTo(chunk, chunk.length);
    this.base += chunk.length;
  }

  /** @param offset of the byte in the document, which lies in the chunk at hand */
  placeOf(offset: number, chunk: Uint8Array): string {
    this.passTo(chunk, offset - this.base);
    return `line ${String(this.line + 1)}, column ${String(offset - this.lineStart + 1)}`;
  }

  private passTo(chunk: Uint8Array, end: number): void {
    for (let at = chunk.indexOf(0x0a); at >= 0 && at < end; at = chunk.indexOf(0x0a, at + 1)) {
      this.line += 1;
      this.lineStart = this.base + at + 1;
    }
  }
}
