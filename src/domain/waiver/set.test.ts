import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '@/domain/eol/calendar';
import { parseImageReference } from '@/domain/identifiers/image-reference';
import { day } from '@/domain/policy/testing/policies';
import { type GrantedWaiver, type WaivedImage, WaiverSet } from './set';

const TODAY = day('2026-11-21');

const waiver = (more: Partial<GrantedWaiver> = {}): GrantedWaiver => ({
  id: 'a',
  scope: 'organization',
  ...{ projectName: null, teamId: null, imageName: null, imageTag: null },
  ...{ productName: 'Debian Linux', cycle: '11', endsOn: TODAY },
  ...more,
});
/** Where something is found; null: in a project, and in no image of it. */
interface Found {
  readonly projectName: string;
  readonly teamId?: string | null;
  readonly image: WaivedImage | null;
}
const place = (more: Partial<WaivedImage> = {}, projectName = 'shop'): Found => ({
  projectName,
  image: {
    ...{ kind: 'image' as const, name: 'nginx', canonicalName: 'docker.io/library/nginx' },
    tag: '1.25',
    ...more,
  },
});
const DEBIAN = { productName: 'Debian Linux', cycle: '11' };
function covering(
  all: readonly GrantedWaiver[],
  software: typeof DEBIAN,
  { projectName, teamId = null, image }: Found,
  on = TODAY,
) {
  const set = new WaiverSet(all);
  const imageWaivers = image ? set.onImage(projectName, image) : [];
  return set.covering(software, { projectName, teamId, imageWaivers }, on);
}
const covers = (granted: GrantedWaiver, where = place(), software = DEBIAN, on = TODAY) =>
  covering([granted], software, where, on) !== null;

describe('a waiver covers', () => {
  test('to the end of its last day', () => {
    expect(covers(waiver())).toBe(true);
    expect(covers(waiver(), place(), DEBIAN, addDays(TODAY, 1))).toBe(false);
  });

  test.each([
    [{ productName: 'Debian Linux', cycle: '1' }],
    [{ productName: 'Debian Linux', cycle: '11.1' }],
    [{ productName: 'debian linux', cycle: '11' }],
    [{ productName: 'Debian', cycle: '11' }],
    [{ productName: 'Debian Linux11', cycle: '' }],
  ])('no other software, as %o', (software) => {
    expect(covers(waiver(), place(), software)).toBe(false);
  });

  test.each<[Partial<GrantedWaiver>, Found, boolean]>([
    [{ scope: 'project', projectName: 'shop' }, place(), true],
    [{ scope: 'project', projectName: 'shop' }, { projectName: 'shop', image: null }, true],
    [{ scope: 'project', projectName: 'Shop' }, place(), false],
    [{ scope: 'project', projectName: 'sho' }, place(), false],
    [{ scope: 'team', teamId: 'pay' }, { ...place(), teamId: 'pay' }, true],
    [{ scope: 'team', teamId: 'pay' }, { ...place(), teamId: 'web' }, false],
    [{ scope: 'team', teamId: 'pay' }, place(), false],
    [{ scope: 'team', teamId: null }, place(), false],
    [{ scope: 'team', teamId: null, projectName: 'shop' }, place(), false],
    [{ scope: 'image', imageName: 'nginx' }, place(), true],
    [{ scope: 'image', imageName: 'docker.io/library/nginx' }, place(), true],
    [{ scope: 'image', imageName: 'nginx' }, place({ name: 'docker.io/library/nginx' }), true],
    [{ scope: 'image', imageName: 'nginx', imageTag: '1.25' }, place(), true],
    [{ scope: 'image', imageName: 'nginx', imageTag: '1.2' }, place(), false],
    [{ scope: 'image', imageName: 'nginx', projectName: 'shop' }, place(), true],
    [{ scope: 'image', imageName: 'nginx', projectName: 'other' }, place(), false],
    [{ scope: 'image', imageName: 'nginx' }, { projectName: 'shop', image: null }, false],
    [
      { scope: 'image', imageName: 'nginx' },
      place({ name: 'acme/nginx', canonicalName: 'docker.io/acme/nginx' }),
      false,
    ],
    [
      { scope: 'image', imageName: 'app' },
      place({ kind: 'directory', name: 'app', canonicalName: 'app' }),
      true,
    ],
    [
      { scope: 'image', imageName: 'app' },
      place({ kind: 'directory', name: './app', canonicalName: './app' }),
      false,
    ],
    // What is stored and makes no sense covers nothing.
    [{ scope: 'image', imageName: null }, place(), false],
    [{ scope: 'project', projectName: null }, place(), false],
  ])('its place alone: %o', (more, where, expected) => {
    expect(covers(waiver(more), where)).toBe(expected);
  });

  test('of several the one that lasts longest is named', () => {
    const longer = waiver({ id: 'b', endsOn: addDays(TODAY, 3) });
    const elsewhere = waiver({
      ...{ id: 'c', endsOn: addDays(TODAY, 9) },
      ...{ scope: 'project', projectName: 'other' },
    });
    expect(covering([waiver(), longer, elsewhere], DEBIAN, place())).toBe(longer);
  });
});

// Few names, so that equal ones come up often.
const word = fc.constantFrom('a', 'A', 'a/b', 'b', '');
const software = fc.record({ productName: word, cycle: fc.constantFrom('1', '1.1', '11', '') });
const endsOn = fc.integer({ min: -3, max: 3 }).map((days) => addDays(TODAY, days));
const granted = fc.record({
  id: fc.uuid(),
  scope: fc.constantFrom(...(['organization', 'team', 'project', 'image'] as const)),
  projectName: fc.option(word),
  teamId: fc.option(word),
  imageName: fc.option(word),
  imageTag: fc.option(word),
  productName: word,
  cycle: fc.constantFrom('1', '1.1', '11', ''),
  endsOn,
});
const where = fc.record({
  projectName: word,
  teamId: fc.option(word),
  image: fc.option(
    fc.record({
      kind: fc.constantFrom('image' as const, 'directory' as const, 'application' as const),
      name: word,
      canonicalName: word,
      tag: word,
    }),
  ),
});

test('nothing else is waived by accident', () => {
  fc.assert(
    fc.property(fc.array(granted, { maxLength: 8 }), software, where, (all, about, at) => {
      const found = covering(all, about, at);
      if (!found) return;
      expect([found.productName, found.cycle]).toEqual([about.productName, about.cycle]);
      expect(found.endsOn >= TODAY).toBe(true);
      if (found.scope === 'team') {
        expect(at.teamId).not.toBeNull();
        expect(found.teamId).toBe(at.teamId);
      }
      if (found.scope === 'project') expect(found.projectName).toBe(at.projectName);
      if (found.scope === 'image') {
        expect([null, at.projectName]).toContain(found.projectName);
        expect([null, at.image?.tag]).toContain(found.imageTag);
        expect(at.image).not.toBeNull();
        const { name, canonicalName } = at.image ?? {};
        const full = parseImageReference(found.imageName ?? '').canonicalName;
        expect(found.imageName === name || full === canonicalName).toBe(true);
      }
    }),
  );
});

test('a waiver on one product leaves all others as they were', () => {
  fc.assert(
    fc.property(fc.array(granted, { maxLength: 8 }), granted, where, (all, added, at) => {
      const about = { productName: `${added.productName}!`, cycle: added.cycle };
      const before = covering(all, about, at);
      expect(covering([...all, added], about, at)).toBe(before);
    }),
  );
});
