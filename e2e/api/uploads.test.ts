import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from './harness/api-client';
import { clientOf, mounts } from './harness/mounts';
import { daysFromToday, fixture, imageScan, unknownToCatalog } from './harness/payloads';
import {
  allPages,
  type EolSoftware,
  type ProjectAndImage,
  type ProjectImage,
  type ScanAnswer,
  type Software,
} from './harness/reads';
import { SAMPLES, SHOP } from './harness/samples';
import { unique } from './harness/tenant-world';
import { deps, makeTenant } from './harness/tenants';

interface SentMatch {
  readonly Cycle: {
    ProductName: string;
    ReleaseCycle: string;
    Eol: string;
    EolBool?: boolean | null;
  };
  readonly Package: { Type: string };
}

interface CatalogedEnd {
  readonly endsOn: string | null;
  readonly ended: boolean;
}

/** Ends of the catalog that the servers hold, by product and cycle: they come before what a scan says. */
let cataloged: ReadonlyMap<string, CatalogedEnd>;
beforeAll(async () => {
  const rows = await deps.db.query<CatalogedEnd & { key: string }>(
    `SELECT p.name || ' | ' || c.name AS key, l.ends_on AS "endsOn", l.ended
       FROM catalog_product p
       JOIN catalog_cycle c ON c.product_id = p.id
       JOIN catalog_lifecycle l ON l.cycle_id = c.id AND l.level = 'STANDARD_SUPPORT'`,
  );
  cataloged = new Map(rows.map(({ key, ...end }) => [key, end]));
});

/** Counts a payload's findings the slow way: one entry for each (product, cycle, artifact type). */
function findingsIn(bytes: Buffer) {
  // The samples are scan payloads.
  const { Matches } = JSON.parse(bytes.toString()) as { Matches: SentMatch[] | null };
  const today = daysFromToday(0);
  const found = new Map<string, { key: string; end: string | null }>();
  for (const { Cycle, Package } of Matches ?? []) {
    const key = [Cycle.ProductName, Cycle.ReleaseCycle, Package.Type].join(' | ');
    const ours = cataloged.get(`${Cycle.ProductName} | ${Cycle.ReleaseCycle}`);
    const scanned = Cycle.Eol >= '1900' ? Cycle.Eol : null;
    const undated = (ours?.ended ?? false) || (Cycle.EolBool ?? false) ? today : null;
    found.set(key, { key, end: ours?.endsOn ?? scanned ?? undated });
  }
  const ends = [...found.values()].flatMap(({ end }) => end ?? []);
  const inAYear = `${String(Number(today.slice(0, 4)) + 1)}${today.slice(4)}`;
  const high = ends.filter((end) => end <= today).length;
  const low = ends.filter((end) => end > inAYear).length;
  return {
    matches: Matches?.length ?? 0,
    eol: { high, med: ends.length - high - low, low },
    /** In the order of lists: nearest end first. */
    listed: [...found.values()]
      .filter(({ end }) => end !== null)
      .map(({ key, end }) => `${end ?? ''} ${key}`)
      .sort(),
  };
}

const keyOf = (item: EolSoftware) =>
  `${item.eolDate} ${[item.productName, item.releaseCycle, item.artifactType].join(' | ')}`;

describe.each(mounts)('scans uploaded to the $name mount', (mount) => {
  let viewer: ApiClient;
  let scanner: ApiClient;
  beforeAll(async () => {
    const { keys } = await makeTenant();
    scanner = clientOf(mount).withKey(keys.scanner);
    viewer = clientOf(mount).withKey(keys.viewer);
  });

  it.each(SAMPLES)('$file is accepted as it was sent', async ({ file, path }) => {
    const { keys } = await makeTenant();
    const uploaded = await clientOf(mount).withKey(keys.scanner).put(path, fixture(file));
    expect(uploaded.status).toBe(200);
    expect(uploaded.json).toMatchObject({ matches: findingsIn(fixture(file)).matches });
  });

  it('add what only the SBOM lists, each package once, and the same again', async () => {
    const image = unique('sbom-joins');
    const scan = imageScan({ project: image, image, matches: [{ product: 'Ours', cycle: '1' }] });
    const components = [
      { name: 'ours', version: '1.1', purl: 'pkg:generic/ours@1.1' },
      { name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
    ];
    const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
    const Sbom = Buffer.from(JSON.stringify(bom)).toString('base64');
    for (const payload of [
      { ...scan, Sbom },
      { ...scan, Sbom },
      { ...scan, Packages: null, Sbom },
    ]) {
      const answer = await scanner.put('/v2/scan', payload);
      expect(answer.status, answer.text).toBe(200);
      const { image_tag_id: id, matches } = answer.json as ScanAnswer;
      expect(matches).toBe(1);
      const found = await viewer.get(`/image_tags/${id}/eol_software`);
      expect(found.json).toMatchObject({ total: 2 });
      const [row] = await deps.db.query<{ components: number; format: string }>(
        `SELECT s.component_count AS components, b.format FROM scan s
           JOIN sbom b ON b.organization_id = s.organization_id AND b.id = s.sbom_id
          WHERE s.image_tag_id = $1 ORDER BY s.accepted_at DESC LIMIT 1`,
        [id],
      );
      expect(row).toEqual({ components: 2, format: 'cyclonedx' });
    }
  });

  it.each(SAMPLES)('every read says the same of $file', async (sample) => {
    const bytes = unknownToCatalog(fixture(sample.file));
    const expected = findingsIn(bytes);
    const uploaded = await scanner.put(sample.path, bytes);
    expect(uploaded.status).toBe(200);
    const answer = uploaded.json as ScanAnswer; // held against its schema by the client
    expect(answer).toMatchObject({
      matches: expected.matches,
      eol: expected.eol,
      policy: { action: 'ALLOW', violations: [] },
    });

    const images = await allPages<ProjectImage>(viewer, 'POST', '/images');
    const image = images.find(({ id }) => id === answer.image_tag_id);
    const { name, tag, project: projectName } = sample;
    expect(image).toMatchObject({ name, tag, projectName, eol: expected.eol });

    const software = await allPages<EolSoftware>(
      viewer,
      'GET',
      `/image_tags/${answer.image_tag_id}/eol_software`,
    );
    expect(software.map(keyOf).sort()).toEqual(expected.listed);
    expect(software.map(({ eolDate }) => eolDate)).toEqual(
      software.map(({ eolDate }) => eolDate).sort(),
    );

    const ofProject = await viewer.get(`/projects/${answer.project_id}/eol_software`);
    const here = (ofProject.json as EolSoftware[]).filter(
      (item) => item.imageName === name && item.imageTag === tag,
    );
    expect(here.map(({ id }) => id).sort()).toEqual(software.map(({ id }) => id).sort());

    const projects = await allPages<ProjectAndImage>(viewer, 'GET', '/projects/images');
    const project = projects.find(({ projectId }) => projectId === answer.project_id);
    expect(project).toMatchObject({ projectName });
    expect(project?.images).toContainEqual(image);

    const grouped = await allPages<Software>(viewer, 'GET', '/software');
    for (const item of software) {
      const group = grouped.find(
        (one) =>
          one.productName === item.productName &&
          one.productCycle === item.releaseCycle &&
          one.artifactType === item.artifactType,
      );
      const held = group?.projects.find((one) => one.projectName === projectName)?.images;
      expect(held?.map(({ imageName }) => imageName)).toContain(`${name}:${tag}`);
    }

    const history = await viewer.get('/v1/scan/history', {
      query: { image_name: name, project_name: projectName },
    });
    expect(history.json).toMatchObject({
      scans: expect.arrayContaining([{ imageTag: tag, scanDate: image?.latestScanDate }]),
    });
    const listed = await viewer.get('/v1/scanner/projects');
    expect(listed.json).toContainEqual(
      expect.objectContaining({
        id: answer.project_id,
        name: projectName,
        last_scan: expect.any(String),
      }),
    );
  });

  it('sum up to the same in every list', async () => {
    const projects = await allPages<ProjectAndImage>(viewer, 'GET', '/projects/images');
    const images = await allPages<ProjectImage>(viewer, 'POST', '/images');
    const sum = (counts: readonly { eol?: { low: number; med: number; high: number } | null }[]) =>
      counts.reduce((total, { eol }) => total + (eol ? eol.low + eol.med + eol.high : 0), 0);
    expect(projects.flatMap((project) => project.images)).toHaveLength(images.length);
    for (const project of projects) expect(sum(project.images)).toBe(sum([project]));
    const software = await viewer.get('/v1/scanner/eol_software');
    const grouped = await allPages<Software>(viewer, 'GET', '/software');
    expect((software.json as unknown[]).length).toBe(grouped.length);
  });

  it('go by the newest scan of a tag', async () => {
    const [image] = await allPages<ProjectImage>(viewer, 'POST', '/images', {
      search: `${SHOP}:1.4.0`,
    });
    expect(image?.eol).toEqual(
      findingsIn(unknownToCatalog(fixture('captured/v2-current-image'))).eol,
    );
    const history = await viewer.get('/v1/scan/history', {
      query: { image_name: SHOP, project_name: 'acme/shop' },
    });
    const { scans } = history.json as { scans: { scanDate: string }[] };
    expect(scans).toHaveLength(3);
    expect(scans.map(({ scanDate }) => scanDate)).toEqual(
      scans
        .map(({ scanDate }) => scanDate)
        .sort()
        .reverse(),
    );
  });

  it('are found by either form of an image name', async () => {
    for (const name of ['docker.io/library/legacy', 'legacy', 'docker.io/legacy']) {
      const history = await viewer.get('/v1/scan/history', {
        query: { image_name: name, project_name: 'acme/legacy' },
      });
      expect([name, (history.json as { scans: unknown[] }).scans.length]).toEqual([name, 1]);
    }
    for (const search of ['docker.io/library/minimal', 'minimal']) {
      const images = await allPages<ProjectImage>(viewer, 'POST', '/images', { search });
      expect(images.map(({ name }) => name)).toContain('minimal');
    }
    const unknown = await viewer.get('/v1/scan/history', {
      query: { image_name: 'legacy', project_name: 'acme/nothing' },
    });
    expect(unknown.json).toEqual({ scans: [] });
  });

  it('without a project name belong to "unassigned"', async () => {
    const bytes = fixture('v1-minimal')
      .toString()
      .replace('"project-name": "minimal"', '"project-name": ""');
    expect((await scanner.put('/v1/scan', Buffer.from(bytes))).status).toBe(200);
    const projects = await allPages<ProjectAndImage>(viewer, 'GET', '/projects/images', {
      search: 'unassigned',
    });
    expect(projects.map(({ projectName }) => projectName)).toEqual(['unassigned']);
  });
});
