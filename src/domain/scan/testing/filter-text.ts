import { createScanBodyFilter, type FilteredBody } from '../body-filter';

/** Runs a whole body through the filter, cut at these places, and gathers the decoded SBOM. */
export function filterText(
  body: string | Uint8Array,
  cuts: readonly number[] = [],
): FilteredBody & { document: Buffer } {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  let document: Uint8Array[] = [];
  const filter = createScanBodyFilter({
    onSbomChunk: (chunk) => document.push(chunk),
    onSbomRestart: () => {
      document = [];
    },
  });
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    // A copy that is overwritten afterwards: the filter must not keep views of what it was given.
    const chunk = Uint8Array.from(bytes.subarray(from, Math.max(from, cut)));
    filter.write(chunk);
    chunk.fill(0x7f);
    from = Math.max(from, cut);
  }
  return { ...filter.end(), document: Buffer.concat(document) };
}

/** The reduced body as a value. */
export function parsedJson(filtered: FilteredBody): unknown {
  return JSON.parse(Buffer.from(filtered.json).toString('utf8'));
}
