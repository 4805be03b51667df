import { plainView, type CatalogView } from '@/domain/catalog/view';
import { starterProduct } from '@/domain/catalog/starter-product';
import { toComponent } from '@/domain/scan/component';
import { component as componentSchema } from '@/domain/scan/payload';
import { createCatalogStore, type CatalogStore } from '@/server/catalog/service/store';
import { saveOwnProduct } from '@/server/catalog/service/own-products';
import { loadStarter } from '@/server/catalog/service/starter';
import { rematchOrganization } from '@/server/inventory/service/rematch-organization';
import type { ApiRequest } from './bench-server';
import { makeAccount } from './fleet';
import { packageOf, scanPayload } from './payload';
import {
  atMost,
  inMs,
  median,
  timed,
  timeInTurns,
  type Bench,
  type Benchmark,
  type Line,
} from './runner';

const MATCHES = 40;
const WARM_UP = 20;
const MATCH_ROUNDS = 50;
const MAX_MORE_PERCENT = 20;

/** Packages that the starter catalog knows, as an image of a web service may hold them. */
const KNOWN = [
  ['node', '16.20.1', 'binary', 'pkg:generic/node@16.20.1'],
  ['python', '3.8.20', 'binary', 'pkg:generic/python@3.8.20'],
  ['express', '4.17.1', 'npm', 'pkg:npm/express@4.17.1'],
  ['react', '16.14.0', 'npm', 'pkg:npm/react@16.14.0'],
  ['vue', '2.6.14', 'npm', 'pkg:npm/vue@2.6.14'],
  ['@angular/core', '12.2.17', 'npm', 'pkg:npm/%40angular/core@12.2.17'],
  ['django', '3.2.25', 'python', 'pkg:pypi/django@3.2.25'],
  ['spring-core', '5.3.9', 'java-archive', 'pkg:maven/org.springframework/spring-core@5.3.9'],
] as const;

/** A product that an organization adds, of one package of the fleet. */
const OWN_PRODUCT = starterProduct.parse({
  slug: 'package-1',
  name: 'Package 1',
  category: 'app',
  purls: ['pkg:npm/acme/package-1'],
  cycles: [{ name: '1', supportedUntil: '2026-01-01' }],
});

/**
 * Times matching in an upload, beside the same uploads under an empty catalog, and what it takes to match a
 * whole organization anew.
 */
async function run(bench: Bench): Promise<Line[]> {
  const { deps } = bench.server;
  const stocked = createCatalogStore(deps.db, deps.logger, deps.clock);
  await loadStarter({ ...deps, catalog: stocked });
  await stocked.refresh();
  return [
    matchLine(bench, plainView(stocked.current())),
    ...(await uploadLines(bench, stocked)),
    ...(await rematchLines(bench, stocked)),
  ];
}

function matchLine({ sizes }: Bench, catalog: CatalogView): Line {
  const components = Array.from({ length: sizes.packagesPerImage }, (_, number) =>
    toComponent(componentSchema.parse(packageOf(number))),
  );
  const durations = Array.from({ length: MATCH_ROUNDS }, () => {
    const startedAtMs = performance.now();
    for (const component of components) catalog.matchScanned(component, null);
    return performance.now() - startedAtMs;
  });
  const durationMs = median(durations);
  return {
    what: `${String(components.length)} packages matched in memory`,
    measured: inMs(durationMs),
    ratio: `${((durationMs / components.length) * 1_000).toFixed(1)} µs each`,
  };
}

/** Each kind of server uploads to an organization of its own. */
async function uploaderOf(bench: Bench, catalog: CatalogStore) {
  const deps = { ...bench.server.deps, catalog };
  const call = bench.server.callWith(deps);
  const { key } = await makeAccount(deps);
  let number = 0;
  let last = uploadOf(bench, number);
  return {
    upload: () => {
      last = uploadOf(bench, (number += 1));
      return call(key, last);
    },
    again: () => call(key, last),
  };
}

async function uploadLines(bench: Bench, stocked: CatalogStore): Promise<Line[]> {
  const without = await uploaderOf(bench, bench.server.deps.catalog);
  const within = await uploaderOf(bench, stocked);
  const durations = await timeInTurns(
    {
      without: without.upload,
      within: within.upload,
      againWithout: without.again,
      againWithin: within.again,
    },
    { turns: bench.sizes.scans, warmUp: WARM_UP },
  );
  const line = (what: string, withoutMs: readonly number[], withinMs: readonly number[]): Line => {
    const morePercent = Math.round((median(withinMs) / median(withoutMs) - 1) * 100);
    return {
      what,
      measured: inMs(median(withinMs)),
      ratio: `${inMs(median(withoutMs))} under an empty catalog`,
      aim: atMost(morePercent, MAX_MORE_PERCENT, '% more'),
    };
  };
  return [
    line('new scan with matching', durations.without, durations.within),
    line('unchanged re-scan', durations.againWithout, durations.againWithin),
  ];
}

/** As the other uploads, with some packages in it that the catalog knows and the scanner's database does not. */
function uploadOf({ sizes, fleet }: Bench, number: number): ApiRequest {
  const payload = scanPayload(number, fleet.today, {
    matches: MATCHES,
    packages: sizes.packagesPerImage,
    software: sizes.software,
    components: sizes.components,
  });
  const known = KNOWN.map(([Name, Version, Type, PURL]) => ({
    ...packageOf(number),
    ...{ Name, Version, Type, PURL, CPEs: [], Upstreams: null },
  }));
  const body = { ...payload, Packages: [...payload.Packages, ...known] };
  return {
    method: 'PUT',
    path: '/v2/scan',
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
}

/** The fleet was matched with an empty catalog: the first time, everything changes. */
async function rematchLines(bench: Bench, stocked: CatalogStore): Promise<Line[]> {
  const deps = { ...bench.server.deps, catalog: stocked };
  const rematch = async (what: string): Promise<Line> => {
    bench.progress(`Matching anew: ${what}`);
    let images = 0;
    const durationMs = await timed(async () => {
      images = (await rematchOrganization(deps, bench.fleet.organizationId))?.images ?? 0;
    });
    return {
      what: `matched anew: ${what}`,
      measured: durationMs < 1_000 ? inMs(durationMs) : `${(durationMs / 1_000).toFixed(1)} s`,
      ratio: `${String(images)} images${images === 0 ? '' : `, ${inMs(durationMs / images)} each`}`,
    };
  };
  const whole = await rematch('from an empty catalog');
  await saveOwnProduct(deps, bench.fleet.actor, { product: OWN_PRODUCT, reason: '' });
  return [whole, await rematch('one product of its own'), await rematch('nothing changed')];
}

export const inventoryMatching: Benchmark = { name: 'inventory matching', run };
