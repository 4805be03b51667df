import type { InventoryDocument } from '@/domain/inventory/document';
import { createInventoryFilter } from '../filter';
import { readInventoryDocument } from '../read';

/** Reads a document as it comes over the wire, cut into chunks of a size. */
export function readBytes(bytes: Uint8Array, chunkBytes = 65_536): InventoryDocument {
  const filter = createInventoryFilter();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    filter.write(bytes.subarray(at, at + chunkBytes));
    parts.push(...filter.takeWritten());
  }
  const { json, syntax } = filter.end();
  const kept: unknown = JSON.parse(Buffer.concat([...parts, ...json]).toString());
  return readInventoryDocument(kept, syntax);
}

/** The same, of a text or of a value that is written as JSON. */
export function readText(document: unknown): InventoryDocument {
  return readBytes(Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)));
}

/** An inventory as lines, for comparing documents of different formats. */
export function inventoryLines({ components }: InventoryDocument): string[] {
  return components
    .map(({ component: { name, version, type, purl } }) =>
      [name, version, type, purl ?? '-'].join(' '),
    )
    .sort();
}
