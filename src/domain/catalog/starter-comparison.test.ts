import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StarterProduct } from './starter-product';
import { starterProducts } from './testing/starter-files';

/** Where a machine that has the snapshot of endoflife.date keeps it: next to the checkout. */
const SNAPSHOT = new URL(
  '../../../../shared/data/endoflife-date/products-full.json',
  import.meta.url,
);

/** Differences that somebody has looked into, and why they stay. */
const REVIEWED = new Map([
  [
    'azure-linux: not in the snapshot',
    'endoflife.date has no page about it; images are built on it',
  ],
]);

const flag = z.boolean().nullish();
const day = z.string().nullish();
const snapshot = z.object({
  result: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      releases: z.array(
        z.object({
          name: z.string(),
          releaseDate: day,
          isLts: z.boolean(),
          isEoas: flag,
          eoasFrom: day,
          isEol: flag,
          eolFrom: day,
          isEoes: flag,
          eoesFrom: day,
          latest: z.object({ name: z.string(), date: day }).nullish(),
        }),
      ),
    }),
  ),
});
type SnapshotProduct = z.output<typeof snapshot>['result'][number];
type SnapshotCycle = SnapshotProduct['releases'][number];
type Cycle = StarterProduct['cycles'][number];

describe.runIf(existsSync(SNAPSHOT))('starter catalog compared with the snapshot', () => {
  it('differs in nothing but what was reviewed', () => {
    const { result } = snapshot.parse(JSON.parse(readFileSync(SNAPSHOT, 'utf8')));
    const theirs = new Map(result.map((product) => [product.name, product]));
    const differences = starterProducts().flatMap((ours) =>
      differencesOf(ours, theirs.get(ours.slug)),
    );
    expect(differences).toEqual([...REVIEWED.keys()]);
  });
});

function differencesOf(ours: StarterProduct, theirs: SnapshotProduct | undefined): string[] {
  const { slug } = ours;
  if (theirs === undefined) return [`${slug}: not in the snapshot`];
  const known = new Map(theirs.releases.map((cycle) => [cycle.name, cycle]));
  const names = new Set(ours.cycles.map(({ name }) => name));
  return [
    ...(ours.name === theirs.label ? [] : [`${slug}: named ${ours.name}, not ${theirs.label}`]),
    ...theirs.releases.flatMap(({ name }) => (names.has(name) ? [] : [`${slug} ${name}: missing`])),
    ...ours.cycles.flatMap((cycle) => {
      const other = known.get(cycle.name);
      if (other === undefined) return [`${slug} ${cycle.name}: not in the snapshot`];
      return cycleDifferences(cycle, other).map((text) => `${slug} ${cycle.name}: ${text}`);
    }),
  ];
}

function cycleDifferences(ours: Cycle, theirs: SnapshotCycle): string[] {
  const facts = [
    ['long-term', ours.lts ?? false, theirs.isLts],
    ['released', ours.releasedOn, theirs.releaseDate],
    ['latest', ours.latestRelease, theirs.latest?.name],
    ['latest released', ours.latestReleasedOn, theirs.latest?.date],
    ['active until', ours.activeUntil, endOf(theirs.isEoas, theirs.eoasFrom)],
    ['supported until', ours.supportedUntil, endOf(theirs.isEol, theirs.eolFrom)],
    ['extended until', ours.extendedUntil, endOf(theirs.isEoes, theirs.eoesFrom)],
  ] as const;
  return facts.flatMap(([fact, our, their]) =>
    (our ?? null) === (their ?? null)
      ? []
      : [`${fact} ${our ?? 'unknown'}, not ${their ?? 'unknown'}`],
  );
}

/** As the starter catalog writes it: a day, true for an unknown past day, else null. */
function endOf(ended: boolean | null | undefined, from: string | null | undefined) {
  return from ?? (ended === true ? true : null);
}
