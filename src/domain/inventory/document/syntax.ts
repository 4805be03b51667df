import { InventoryDocumentError } from '../document';

/** How a document is written; `InventoryFormat` says what it is. */
export type InventorySyntax = 'json' | 'xml' | 'tag-value';

/** Reduces the text of one syntax to kept JSON. What it throws is an InventoryDocumentError with its place. */
export interface SyntaxReader {
  write(chunk: Uint8Array): void;
  /** Bytes of kept JSON so far, taken or not. */
  written(): number;
  takeWritten(): readonly Uint8Array[];
  end(): readonly Uint8Array[];
}

/** The answer to a document that is none of those that are read. */
export const FORMATS_READ =
  'Expected a document of a format that is read: CycloneDX 1.2 to 1.7 (JSON, XML), SPDX 2.2 and 2.3 (JSON, tag-value), SPDX 3.0 (JSON-LD), JSON of Syft, Trivy and Docker Scout, or a dependency snapshot or SBOM export of GitHub';

export interface ChunkedText {
  /** @throws InventoryDocumentError for bytes that are no UTF-8 */
  write(chunk: Uint8Array): string;
  /** @throws InventoryDocumentError when the bytes end within a character */
  end(): string;
}

/** Decodes UTF-8 that comes in chunks, whatever characters they cut through. */
export function createTextDecoder(): ChunkedText {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = (read: () => string) => {
    try {
      return read();
    } catch {
      throw new InventoryDocumentError('The document is not UTF-8');
    }
  };
  return {
    write: (chunk) => decoded(() => decoder.decode(chunk, { stream: true })),
    end: () => decoded(() => decoder.decode()),
  };
}
