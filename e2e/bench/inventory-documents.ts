import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { everyFormat } from '@/domain/inventory/document/testing/every-format';
import { median, type Benchmark, type Line } from './runner';

const COMPONENTS = 10_000;
const ROUNDS = 5;
const WARM_UP = 2;
const CHUNK_BYTES = 65_536;

/** How fast documents are read from bytes to components, each format with the same packages. */
function run(): Promise<Line[]> {
  return Promise.resolve(
    [...everyFormat(COMPONENTS)].map(([what, text]) => lineOf(what, Buffer.from(text))),
  );
}

function lineOf(what: string, document: Uint8Array): Line {
  const durations = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const startedAtMs = performance.now();
    const components = read(document);
    if (components !== COMPONENTS) throw new Error(`${what}: ${String(components)} components`);
    return performance.now() - startedAtMs;
  });
  const durationMs = median(durations.slice(WARM_UP));
  return {
    what: `${what}, ${String(COMPONENTS)} components`,
    measured: `${String(Math.round(COMPONENTS / (durationMs / 1_000)))} components/s`,
    ratio: `${(document.length / 1_048_576).toFixed(1)} MB in ${durationMs.toFixed(0)} ms`,
  };
}

function read(document: Uint8Array): number {
  const filter = createInventoryFilter();
  const parts: Uint8Array[] = [];
  for (let at = 0; at < document.length; at += CHUNK_BYTES) {
    filter.write(document.subarray(at, at + CHUNK_BYTES));
    parts.push(...filter.takeWritten());
  }
  const { json, syntax } = filter.end();
  const kept: unknown = JSON.parse(Buffer.concat([...parts, ...json]).toString());
  return readInventoryDocument(kept, syntax).components.length;
}

export const inventoryDocuments: Benchmark = { name: 'inventory documents', run };
