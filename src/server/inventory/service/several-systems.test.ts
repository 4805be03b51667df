import { expect, it } from 'vitest';
import { starterCatalog } from '@/domain/catalog/testing/starter-files';
import { indexCatalog, plainView } from '@/domain/catalog/view';
import { carriedCycle, withCarriedDates } from '@/domain/inventory/carried-dates';
import { readText } from '@/domain/inventory/document/testing/reading';
import { toComponentMatch } from '@/domain/inventory/matching';
import { uploadOfDocument } from '@/domain/inventory/upload';
import { matchInventory } from './plan';
import { judgeImage } from './wanted-findings';

const catalog = plainView(indexCatalog(starterCatalog()));

/** The releases of Debian that are found at an upload, and when it is matched again. */
async function found(...components: object[]) {
  const document = readText({ bomFormat: 'CycloneDX', specVersion: '1.6', components });
  const given = { project: 'p', name: 'shop', tag: null, digest: null, labels: {} };
  const upload = withCarriedDates(uploadOfDocument(document, given), catalog);
  const { findings } = await matchInventory(catalog, upload);
  const held = upload.components.map((component) => {
    const match = catalog.matchScanned(component, component.distro ?? null);
    const { identity: id, type, carried } = component;
    const cycle = carried && carriedCycle({ ...component, carried }, match);
    return {
      ...{ id, type, match: toComponentMatch(match, component) },
      ...(carried && { carried: { component: { ...component, carried }, cycle: cycle ?? null } }),
    };
  });
  const { wanted } = judgeImage(catalog, { distro: upload.distro, components: held, open: [] });
  return {
    uploaded: [
      ...upload.matches.map(({ cycle }) => cycle.cycle),
      ...findings.map(({ ends }) => ends.cycle.name),
    ],
    again: wanted.map(({ report }) => report?.cycle),
  };
}

it('finds the end that packages name beside a system that carries its own', async () => {
  const until = { name: 'cdx:lifecycle:milestone:endOfSupport', value: '2028-06-30' };
  const system = { type: 'operating-system', name: 'debian', version: '12', properties: [until] };
  const bash = {
    ...{ type: 'library', name: 'bash', version: '4.4-5' },
    purl: 'pkg:deb/debian/bash@4.4-5?distro=debian-9',
  };
  const { uploaded, again } = await found(system, bash);
  expect([uploaded.sort(), again.sort()]).toEqual([
    ['12', '9'],
    ['12', '9'],
  ]);
});
