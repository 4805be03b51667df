import { createScanBodyFilter, type FilteredBody } from '../body-filter';

type FilteredText = Omit<FilteredBody, 'json'> & { json: Buffer; document: Buffer };

/** Runs a whole body through the filter, cut at these places, and gathers the reduced body and the decoded SBOM. */
export function filterText(body: string | Uint8Array, cuts: readonly number[] = []): FilteredText {
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
  const { json, sbom } = filter.end();
  return { sbom, json: Buffer.concat(json), document: Buffer.concat(document) };
}

/** The reduced body as a value. */
export function parsedJson({ json }: Pick<FilteredText, 'json'>): unknown {
  return JSON.parse(json.toString('utf8'));
}
