import { plainView, type CatalogView } from '@/domain/catalog/view';
import { dayOf } from '@/domain/eol/calendar';
import { withCarriedDates } from '@/domain/inventory/carried-dates';
import { createInventoryFilter } from '@/domain/inventory/document/filter';
import { readInventoryDocument } from '@/domain/inventory/document/read';
import { uploadOfDocument } from '@/domain/inventory/upload';
import { parseJson } from '@/domain/registry/evidence';
import { readNpmFacts } from '@/domain/registry/packages/npm';
import { packageVerdict } from '@/domain/registry/verdict';
import { createCatalogStore } from '@/server/catalog/service/store';
import { loadStarter } from '@/server/catalog/service/starter';
import { measure } from '@/server/knowledge/service/measure';
import { middleVersion, registryDocuments } from './registry-documents';
import { inMs, median, timed, type Bench, type Benchmark, type Line } from './runner';

const ROUNDS = 30;
const WARM_UP = 5;
const NOTHING_GIVEN = { project: null, name: 'image', tag: '1', digest: null, labels: {} };

/** What each degree of evidence adds to matching: dates that a document carries, stale lines, and counting them all. */
async function run(bench: Bench): Promise<Line[]> {
  const { deps } = bench.server;
  const stocked = createCatalogStore(deps.db, deps.logger, deps.clock);
  await loadStarter({ ...deps, catalog: stocked });
  await stocked.refresh();
  return [
    ...(await carriedLines(bench, plainView(stocked.current()))),
    await verdictLine(bench),
    await coverageLine(bench),
  ];
}

/** The same document with a date of each component, and without. */
async function carriedLines({ sizes }: Bench, catalog: CatalogView): Promise<Line[]> {
  const count = sizes.packagesPerImage;
  const durationOf = (isDated: boolean) => {
    const document = documentOf(count, isDated);
    const upload = uploadOfDocument(document, NOTHING_GIVEN);
    return medianOf(() => {
      for (const { component } of document.components) catalog.matchScanned(component, null);
      const found = withCarriedDates(upload, catalog).matches.length;
      if (found !== (isDated ? count : 0)) throw new Error(`${String(found)} dates were found`);
    });
  };
  const [plainMs, datedMs] = [await durationOf(false), await durationOf(true)];
  return [
    {
      what: `${String(count)} packages matched, each with a date that its document carries`,
      measured: inMs(datedMs),
      ratio: `${(datedMs / plainMs).toFixed(1)} times as without dates (${inMs(plainMs)})`,
    },
  ];
}

function documentOf(count: number, isDated: boolean) {
  const properties = [{ name: 'cdx:lifecycle:milestone:endOfSupport', value: '2027-01-31' }];
  const components = Array.from({ length: count }, (_, number) => ({
    ...{ type: 'library', name: `package-${String(number)}`, version: '1.2.3' },
    purl: `pkg:npm/package-${String(number)}@1.2.3`,
    ...(isDated && { properties }),
  }));
  const filter = createInventoryFilter();
  filter.write(
    Buffer.from(JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components })),
  );
  const parts = [...filter.takeWritten()];
  const { json, syntax } = filter.end();
  const kept: unknown = JSON.parse(Buffer.concat([...parts, ...json]).toString());
  return readInventoryDocument(kept, syntax);
}

/** Judging a package of many releases by what its registry says: a deprecation, or a stale line. */
async function verdictLine({ sizes, fleet }: Bench): Promise<Line> {
  const today = dayOf(fleet.today);
  const facts = readNpmFacts(parseJson(registryDocuments.npm), 'thing');
  const asked = {
    ecosystem: 'npm',
    namespace: null,
    name: 'thing',
    version: middleVersion,
  } as const;
  const count = sizes.packagesPerImage;
  const durationMs = await medianOf(() => {
    for (let number = 0; number < count; number += 1) packageVerdict(facts, asked, today);
  });
  return {
    what: `${String(count)} packages judged by their registry's facts and stale lines`,
    measured: inMs(durationMs),
    ratio: `${((durationMs / count) * 1_000).toFixed(1)} µs each`,
  };
}

async function coverageLine({ fleet, server, sizes }: Bench): Promise<Line> {
  const durationMs = await timed(() => measure(server.deps, fleet.organizationId));
  return {
    what: 'coverage by degree counted for all images',
    measured: inMs(durationMs),
    ratio: `${String(sizes.images)} images, ${inMs(durationMs / sizes.images)} each`,
  };
}

async function medianOf(work: () => void): Promise<number> {
  const durations: number[] = [];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const durationMs = await timed(() => Promise.resolve(work()));
    if (round >= 0) durations.push(durationMs);
  }
  return median(durations);
}

export const evidenceDegrees: Benchmark = { name: 'degrees of evidence', run };
