import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, daysBetween, parseDay, type Day } from '@/domain/eol/calendar';
import { stateOf } from '@/domain/eol/proximity';
import { scanEventPayloadV2 } from '@/domain/scan/payload';
import { toScanUpload } from '@/domain/scan/upload';
import { projects } from '../scenario/projects';
import { generateUploads, type SeedUpload } from './generate-uploads';
import type { PayloadMatch } from './payload';

const TODAY = dayOf(new Date('2026-11-21T00:00:00Z'));
const uploads = generateUploads(projects, TODAY);
const images = latestOf(uploads);

/** The last upload of each image tag. */
function latestOf(some: readonly SeedUpload[]): SeedUpload[] {
  return [...new Map(some.map((upload) => [upload.reference, upload])).values()];
}

function digestOf(some: readonly SeedUpload[]): string {
  const hash = createHash('sha256');
  for (const upload of some) hash.update(JSON.stringify({ ...upload, sbom: null }));
  return hash.digest('hex');
}

function stateOn(day: Day, { Cycle: { Eol, EolBool } }: PayloadMatch): string {
  const on = Eol === '0001-01-01' ? null : parseDay(Eol);
  return EolBool ? 'ended, date unknown' : stateOf(on, day);
}

/** How many findings a project has on a day that have ended by then. */
function endedOn(project: string, day: Day): number {
  const before = uploads.filter(({ at, payload }) => {
    return payload.AppConfig['project-name'] === project && dayOf(at) <= day;
  });
  const matches = latestOf(before).flatMap(({ payload }) => payload.Matches);
  return matches.filter((match) => stateOn(day, match).startsWith('ended')).length;
}

describe('the generated uploads', () => {
  it('are the same for the same today, and others for another', () => {
    const digest = digestOf(uploads);
    expect(digestOf(generateUploads(projects, TODAY))).toBe(digest);
    expect(digestOf(generateUploads(projects, addDays(TODAY, 1)))).not.toBe(digest);
  });

  it('span eighteen months, oldest first, and end before today', () => {
    const days = uploads.map(({ at }) => dayOf(at));
    expect(days).toEqual([...days].sort());
    expect(daysBetween(days[0] ?? TODAY, TODAY)).toBeGreaterThanOrEqual(548);
    expect(daysBetween(days.at(-1) ?? TODAY, TODAY)).toBe(1);
  });

  it('scan no tag twice on a day', () => {
    const scans = uploads.map(({ at, reference }) => `${dayOf(at)} ${reference}`);
    expect(new Set(scans).size).toBe(scans.length);
  });

  it('hold nothing before it was released', () => {
    const early = uploads.flatMap(({ at, reference, payload }) =>
      payload.Matches.filter(({ Cycle }) => Cycle.ReleaseDate > dayOf(at)).map(
        ({ Cycle }) => `${reference} on ${dayOf(at)}: ${Cycle.ProductName} ${Cycle.ReleaseCycle}`,
      ),
    );
    expect([...new Set(early)]).toEqual([]);
  });

  it('are such as scanners send', () => {
    for (const { payload } of images) {
      const upload = toScanUpload(scanEventPayloadV2.parse(payload), 'v2');
      expect(upload.matches).toHaveLength(payload.Matches.length);
      expect(upload.source.name).not.toBe('');
    }
  });
});

describe('the organization as of today', () => {
  const matches = images.flatMap(({ payload }) => payload.Matches);

  it('has a dozen projects with sixty image tags and a few directories', () => {
    const names = new Set(images.map(({ payload }) => payload.AppConfig['project-name']));
    expect(names.size).toBeGreaterThanOrEqual(12);
    const kinds = Map.groupBy(images, ({ payload }) => payload.EventSource.Type);
    expect(kinds.get('ImageScheme')?.length).toBeGreaterThanOrEqual(60);
    expect(kinds.get('DirectoryScheme')?.length).toBeGreaterThanOrEqual(3);
  });

  it('shows every state', () => {
    const states = new Set(matches.map((match) => stateOn(TODAY, match)));
    expect([...states].sort()).toEqual([
      'ended',
      'ended, date unknown',
      'later',
      'next',
      'soon',
      'unknown',
    ]);
  });

  it('finds more than forty products, as packages of all kinds', () => {
    expect(new Set(matches.map(({ Cycle }) => Cycle.ProductName)).size).toBeGreaterThanOrEqual(40);
    const types = new Set(matches.map(({ Package }) => Package.Type));
    expect([...types]).toEqual(
      expect.arrayContaining([
        'os',
        'binary',
        'npm',
        'python',
        'java-archive',
        'gem',
        'deb',
        'apk',
      ]),
    );
    expect(new Set(matches.map(({ Cycle }) => Cycle.LTS))).toContain('true');
  });

  it('has a clean image, verified ones, labels and SBOMs, and ones without', () => {
    expect(images.filter(({ payload }) => payload.Matches.length === 0)).toHaveLength(1);
    const has = (is: (upload: SeedUpload) => boolean) => new Set(images.map(is)).size === 2;
    expect(has(({ payload }) => payload.ImageVerified)).toBe(true);
    expect(has(({ sbom }) => sbom !== null)).toBe(true);
    expect(
      has(({ payload: { EventSource: source } }) => 'ImageLabels' in source && !source.ImageLabels),
    ).toBe(true);
  });

  it('keeps believable inventories', () => {
    const sizes = images.map(({ payload }) => payload.Packages.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
    expect(sizes.filter((size) => size >= 40).length).toBeGreaterThan(sizes.length * 0.8);
  });
});

describe('the history', () => {
  const start = addDays(TODAY, -500);
  const yesterday = addDays(TODAY, -1);

  it.each(['github//acme/shop', 'github//acme/catalog'])('lets %s improve', (project) => {
    expect(endedOn(project, yesterday)).toBeLessThan(endedOn(project, start) / 2);
  });

  it('lets nobody care for the legacy portal', () => {
    const project = 'github//acme/legacy-portal';
    expect(endedOn(project, yesterday)).toBeGreaterThan(endedOn(project, start));
  });

  it('opens and closes findings', () => {
    const softwareOf = ({ payload }: SeedUpload) =>
      payload.Matches.map(({ Cycle }) => `${Cycle.ProductName} ${Cycle.ReleaseCycle}`);
    const web = uploads.filter(({ reference }) => reference.endsWith('shop-web main'));
    const [first, last] = [web[0], web.at(-1)].map(
      (upload) => new Set(upload && softwareOf(upload)),
    );
    expect(first).toContain('Node.js 18');
    expect(last).toContain('Node.js 24');
    expect(last).not.toContain('Node.js 18');
  });
});
