import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listClusters } from '@/server/cluster/service/clusters';
import { listContracts } from '@/server/contract/service/list';
import { findShownToken } from '@/server/feed-token/service';
import { readFeed } from '@/server/feed/service';
import { authenticate } from '@/server/platform/auth/authenticate';
import { listPlans } from '@/server/plan/service/list';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { signIn } from '@/server/user/service/sign-in';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { organizationName } from '../../../prisma/seed/organization/people';
import { catalog } from '../../../prisma/seed/scenario/catalog';
import { legacyPortal } from '../../../prisma/seed/scenario/legacy-portal';
import { observability } from '../../../prisma/seed/scenario/platform';
import { loyalty } from '../../../prisma/seed/scenario/small-projects';
import { prepareDemo } from './prepare';
import { DEMO_API_KEY, DEMO_FEED_TOKEN, DEMO_PASSWORD } from './settings';

const SCENARIO = [catalog, legacyPortal, observability, loyalty];

let deps: TestDeps;
const said: string[] = [];
beforeAll(async () => {
  deps = testDeps(await testDatabase());
  await prepare(false);
});
afterAll(() => deps.db.close());

function prepare(reset: boolean, projects = SCENARIO): Promise<void> {
  return prepareDemo(deps, { reset, projects }, (line) => said.push(line));
}

async function countOf(from: string): Promise<number> {
  const [row] = await deps.db.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${from}`,
  );
  return row?.count ?? -1;
}

describe('a loaded demo', () => {
  it('reports its progress up to the end', () => {
    expect(said[0]).toMatch(/^Loading 18 months of scans… \d%$/);
    expect(said.at(-1)).toBe('Loading 18 months of scans… 100%');
    expect(said.length).toBeLessThanOrEqual(12);
  });

  it('has products of its own', async () => {
    expect(await countOf('own_product')).toBe(2);
  });

  it('has coverage over a year, and packages of which nothing is known', async () => {
    expect(await countOf('evidence_day')).toBeGreaterThan(50);
    expect(await countOf('unknown_package')).toBeGreaterThan(10);
  });

  it('has packages that their registry warns of, one with what to use in its place, and a stale line', async () => {
    const facts = await deps.db.query<{ name: string; degree: string; successor: string | null }>(
      `SELECT DISTINCT k.name, f.degree, f.successor FROM component_fact f
         JOIN component k ON k.organization_id = f.organization_id AND k.id = f.component_id`,
    );
    expect(facts).toContainEqual(expect.objectContaining({ degree: 'registry' }));
    expect(facts.filter(({ successor }) => successor !== null).length).toBeGreaterThan(0);
    expect(facts).toContainEqual({ name: 'lru-cache', degree: 'stale', successor: null });
  });

  it('lets people and a scanner in', async () => {
    for (const name of ['admin', 'member', 'viewer']) {
      const attempt = { email: `${name}@acme.example`, password: DEMO_PASSWORD };
      const signedIn = await signIn(deps, { ...attempt, remoteAddress: '', userAgent: '' });
      expect(signedIn.sessionId).not.toBe('');
    }
    const outcome = await authenticate(new Headers({ 'x-api-key': DEMO_API_KEY }), deps);
    expect(outcome).toMatchObject({ result: 'accepted', caller: { active: { role: 'scanner' } } });
  });

  it('has inboxes with something unread, and nothing to be mailed', async () => {
    const [row] = await deps.db.query<{ unread: number; total: number }>(
      `SELECT count(*) FILTER (WHERE read_at IS NULL)::int AS unread, count(*)::int AS total
         FROM inbox_entry`,
    );
    expect(row?.unread).toBeGreaterThan(0);
    expect(row?.total).toBeGreaterThan(row?.unread ?? 0);
    expect(await countOf('letter')).toBe(0);
  });

  it('has a calendar that is read by its printed address', async () => {
    const token = await findShownToken(deps, DEMO_FEED_TOKEN);
    expect(token).toMatchObject({ scope: 'organization' });
    if (!token) return;
    const { title, cycles } = await readFeed(deps, token, 1_000);
    expect(title).toBe(organizationName);
    expect(cycles.length).toBeGreaterThan(10);
  });

  it('has waivers in every state that time and people bring', async () => {
    expect(
      await deps.db.query(
        `SELECT decision, ends_on < $1 AS is_over, count(*)::int AS count FROM waiver
          GROUP BY 1, 2 ORDER BY 1, 2`,
        [deps.clock.now().toISOString().slice(0, 10)],
      ),
    ).toEqual([
      { decision: 'asked', is_over: false, count: 1 },
      { decision: 'granted', is_over: false, count: 3 },
      { decision: 'granted', is_over: true, count: 1 },
      { decision: 'declined', is_over: false, count: 1 },
    ]);
  });

  it('has contracts on the software that is there, one of a project', async () => {
    const [acme] = await deps.db.query<{ id: OrganizationId }>('SELECT id FROM organization');
    if (!acme) return expect.fail();
    const query = { sort: 'end', direction: 'asc', page: 1, size: 50 } as const;
    const { items } = await listContracts(deps, acme.id, query);
    expect(items.map(({ scope, state }) => [scope, state])).toContainEqual(['team', 'running']);
    expect(items.find(({ scope }) => scope === 'project')?.images).toBeGreaterThan(0);
  });

  it('spans eighteen months up to yesterday', async () => {
    const [span] = await deps.db.query(
      `SELECT min(accepted_at)::date::text AS first, max(accepted_at)::date::text AS last,
              count(DISTINCT caller_id)::int AS callers FROM scan`,
    );
    expect(span).toEqual({
      first: '2025-05-20',
      last: expect.stringMatching(/^2026-11-/),
      callers: 3,
    });
  });

  it('has a rule for retention, and a run that removed a record', async () => {
    const [rules] = await deps.db.query('SELECT scan_days, refused_days FROM retention_rules');
    expect(rules).toEqual({ scan_days: 730, refused_days: 45 });
    const runs = await deps.db.query<{ removed: object }>('SELECT removed FROM retention_run');
    expect(runs).toMatchObject([{ removed: { refused_uploads: 1, scans: 0 } }]);
  });

  it('has one open interval for each open finding, and none for others', async () => {
    expect(await countOf('finding WHERE is_open')).toBeGreaterThan(50);
    expect(
      await countOf(`finding f WHERE is_open IS DISTINCT FROM EXISTS (
        SELECT FROM finding_interval i WHERE i.finding_id = f.id AND i.closed_at IS NULL)`),
    ).toBe(0);
    expect(await countOf('finding_interval WHERE closed_at IS NOT NULL')).toBeGreaterThan(20);
    expect(await countOf('finding_interval WHERE closed_at <= opened_at')).toBe(0);
  });

  it('lists with each image tag the software of its open findings', async () => {
    expect(
      await countOf(`image_tag t WHERE deleted_at IS NULL AND
        (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM unnest(software_ids) AS id) IS DISTINCT FROM
        (SELECT coalesce(array_agg(software_id ORDER BY software_id), '{}') FROM finding f
          WHERE f.image_tag_id = t.id AND f.is_open)`),
    ).toBe(0);
    expect(
      await countOf(`image_tag t WHERE deleted_at IS NULL AND
        (SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM unnest(catalog_software_ids) AS id) IS DISTINCT FROM
        (SELECT coalesce(array_agg(software_id ORDER BY software_id), '{}') FROM finding f
          WHERE f.image_tag_id = t.id AND f.is_open AND f.component_ids = '{}')`),
    ).toBe(0);
    // One of them is Eventide's own: its scan brings no findings along, and this catalog knows nothing.
    expect(await countOf(`image_tag WHERE deleted_at IS NULL AND software_ids = '{}'`)).toBe(2);
    expect(await countOf('clean_interval WHERE closed_at IS NULL')).toBe(2);
  });

  it('tracks Eventide itself, by an SBOM of what it is made of', async () => {
    const [image] = await deps.db.query<{ count: number }>(
      `SELECT cardinality(component_ids) AS count FROM inventory i
         JOIN image_tag t ON t.inventory_id = i.id WHERE t.name = 'eventide'`,
    );
    expect(image?.count).toBeGreaterThan(100);
    const names = await deps.db.query<{ name: string }>(
      `SELECT DISTINCT name FROM component WHERE name = ANY($1) ORDER BY name`,
      [['next', 'node', 'openssl', 'postgresql']],
    );
    expect(names.map(({ name }) => name)).toEqual(['next', 'node', 'openssl', 'postgresql']);
  });

  it('has deleted a project on a day in the past', async () => {
    const [project] = await deps.db.query<{ name: string; deletedOn: string }>(
      `SELECT name, deleted_at::date::text AS "deletedOn" FROM project WHERE deleted_at IS NOT NULL`,
    );
    expect(project).toEqual({ name: 'github//acme/loyalty', deletedOn: '2026-04-21' });
    expect(
      await countOf(`scan WHERE accepted_at > '2026-04-21' AND image_tag_id IN (
      SELECT id FROM image_tag WHERE deleted_at IS NOT NULL)`),
    ).toBe(0);
  });

  it('has notes, policies, refused uploads and keys that were used', async () => {
    for (const table of ['note', 'policy', 'refused_upload', 'sbom', 'audit_event']) {
      expect(await countOf(table), table).toBeGreaterThan(2);
    }
    expect(await countOf(`api_key WHERE last_used_at < '2026-11-21'`)).toBe(3);
  });
});

describe('the clusters of a loaded demo', () => {
  it('run images that were scanned and some that never were; one is silent', async () => {
    const [acme] = await deps.db.query<{ id: OrganizationId }>('SELECT id FROM organization');
    if (!acme) throw new Error('There is no organization');
    const { items } = await listClusters(deps, acme.id, { page: 1, size: 10 });
    expect(items.map(({ name, silent }) => [name, silent])).toEqual([
      ['cellar', true],
      ['production', false],
    ]);
    for (const { containers, unscanned, states } of items) {
      expect(unscanned).toBeGreaterThan(0);
      expect(unscanned).toBeLessThan(containers);
      expect(states.ended).toBeGreaterThan(0);
    }
  });
});

describe('the channels of a loaded demo', () => {
  it('are of several kinds, and nothing waits to be sent to strangers', async () => {
    const paused = `disabled_reason = 'paused' AND kind IN ('webhook', 'slack', 'pagerduty', 'jira')`;
    expect(await countOf(`channel WHERE ${paused}`)).toBe(4);
    expect(await countOf('ticket WHERE solved_at IS NULL')).toBe(1);
    expect(await countOf(`channel WHERE disabled_at IS NULL AND kind = 'mail'`)).toBe(1);
    expect(await countOf(`delivery WHERE state <> 'dropped'`)).toBe(0);
  });
});

describe('the teams of a loaded demo', () => {
  it('own what rules give them; some projects nobody owns', async () => {
    const owned = await deps.db.query<{ project: string; team: string | null }>(
      `SELECT p.name AS project, t.name AS team FROM project p LEFT JOIN team t ON t.id = p.owner_team_id
        WHERE p.deleted_at IS NULL ORDER BY p.name`,
    );
    expect(owned).toEqual([
      { project: 'eventide', team: null },
      { project: 'github//acme/catalog', team: null },
      { project: 'github//acme/legacy-portal', team: null },
      { project: 'gitlab//acme/platform/observability', team: 'Platform' },
    ]);
    expect(await countOf('team_member')).toBe(4);
  });
});

describe('the plans of a loaded demo', () => {
  it('stand where the scans of these projects have brought them', async () => {
    const [acme] = await deps.db.query<{ id: OrganizationId }>('SELECT id FROM organization');
    if (!acme) throw new Error('There is no organization');
    const query = { sort: 'due', direction: 'asc', page: 1, size: 50 } as const;
    const { items } = await listPlans(deps, acme.id, query);
    expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['planned', 'done']));
    const done = items.filter(({ state }) => state === 'done');
    expect(done.every(({ done_on: on, images_left: left }) => on !== null && left === 0)).toBe(
      true,
    );
  });
});

describe('the teams’ own in a loaded demo', () => {
  it('are a feed, and a plan where the team owns what is to be moved', async () => {
    expect(await countOf(`feed_token WHERE scope = 'team'`)).toBe(1);
    // Of these projects Payments owns none, so that there is nothing to plan.
    expect(await countOf(`plan WHERE scope = 'team'`)).toBe(0);
  });
});

describe('preparing the demo again', () => {
  it('leaves a loaded one alone, also on another day', async () => {
    const scans = await countOf('scan');
    deps.clock.advance(86_400_000);
    await prepare(false);
    expect(await countOf('scan')).toBe(scans);
    expect(said.at(-1)).toMatch(/loaded already/);
  });

  it('loads one that was cut short, or is to be reset, afresh', async () => {
    const [before] = await deps.db.query<{ id: string }>('SELECT id FROM organization');
    await prepare(true, [loyalty]);
    const after = await deps.db.query<{ id: string }>('SELECT id FROM organization');
    expect(after).toHaveLength(1);
    expect(after[0]?.id).not.toBe(before?.id);
    await deps.db.query(`UPDATE installation_setting SET value = '{"loadedAt": null}'`);
    await prepare(false, [loyalty]);
    expect(await countOf('organization')).toBe(1);
  });

  it('refuses an installation that is not the demo', async () => {
    await deps.db.query(`DELETE FROM installation_setting WHERE name = 'demo'`);
    await expect(prepare(true)).rejects.toThrow(/not the demo/);
    expect(await countOf('organization')).toBe(1);
  });
});
