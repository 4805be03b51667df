import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { build } from 'esbuild';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { can, ROLES } from '@/domain/roles/permissions';
import { sendHttp } from './harness/http';
import { clientOf } from './harness/mounts';
import { imageScan } from './harness/payloads';
import { makeDeadKey } from './harness/tenants';
import { TenantWorld, type Scanned } from './harness/tenant-world';

const { node } = inject('startedServers');
const ADDRESS = new URL('/mcp', node.origin);
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

let own: TenantWorld;
let other: TenantWorld;
let scanned: Scanned;
let theirs: Scanned;
beforeAll(async () => {
  own = await TenantWorld.create(clientOf(node), 'A');
  other = await TenantWorld.create(clientOf(node), 'B');
  scanned = await own.scanned();
  theirs = await other.scanned();
  const matches = [
    { product: 'Node.js', cycle: '18', eol: '2025-04-30' },
    { product: 'Debian Linux', cycle: '12', eol: '2028-06-30', type: 'deb' },
  ];
  const scan = imageScan({ project: scanned.project, image: 'registry.example/shop:1', matches });
  await clientOf(node).withKey(own.tenant.keys.member).put('/v2/scan', scan);
});

function send(headers: Record<string, string>, body: unknown = LIST) {
  return sendHttp(node.origin, {
    ...{ method: 'POST', target: '/mcp', body: JSON.stringify(body) },
    headers: {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...clientOf(node).headers,
      ...headers,
    },
  });
}

/** The official client, as an assistant has it. */
async function connected(
  mode: 'legacy' | 'auto',
  { url = ADDRESS, headers }: { url?: URL; headers: Record<string, string> },
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const all = { ...clientOf(node).headers, ...headers };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers: all } }));
  return client;
}

/** What every tool is asked, about what a tenant has scanned. */
const questionsOn = ({ project, product, imageTagId }: Scanned) => [
  { name: 'what_ends', arguments: { from: '2000-01-01', to: '2030-01-01', project } },
  { name: 'check_component', arguments: { name: product, version: '1', project } },
  { name: 'where_is', arguments: { product } },
  { name: 'next_supported', arguments: { product, cycle: '1' } },
  { name: 'coverage', arguments: { project } },
  { name: 'explain_finding', arguments: { product, image: imageTagId } },
];

describe('assistants', () => {
  test.each(ROLES)('a key of the role %s is admitted as the table of roles says', async (role) => {
    for (const header of ['x-api-key', 'authorization']) {
      const key = own.tenant.keys[role];
      const { status } = await send({ [header]: header === 'x-api-key' ? key : `ApiKey ${key}` });
      expect([header, status]).toEqual([header, can(role, 'inventory:read') ? 200 : 403]);
    }
  });

  test('nobody is, without a key that holds', async () => {
    const dead = await makeDeadKey(own.tenant, 'revoked_at');
    const shown: Record<string, string>[] = [{}, { 'x-api-key': dead }];
    for (const headers of [...shown, { cookie: 'next-auth.session-token=x' }])
      expect((await send(headers)).status).toBe(401);
  });

  test.each(['legacy', 'auto'] as const)(
    'the client (%s) hears of its own organization alone',
    async (mode) => {
      const client = await connected(mode, { headers: { 'x-api-key': own.tenant.keys.viewer } });
      const secrets = [theirs.project, theirs.image, other.organizationId];
      for (const question of questionsOn(scanned)) {
        const text = JSON.stringify(await client.callTool(question));
        for (const secret of [...secrets, theirs.product]) expect(text).not.toContain(secret);
      }
      for (const question of questionsOn(theirs)) {
        const text = JSON.stringify(await client.callTool(question));
        // What was asked comes back, as in "There is no project called …".
        for (const secret of secrets.filter((one) => !JSON.stringify(question).includes(one)))
          expect(text).not.toContain(secret);
        expect(text).not.toMatch(/"total":[1-9]|"software":[1-9]/);
      }
      const whereIs = { name: 'where_is', arguments: { product: scanned.product } };
      expect(JSON.stringify(await client.callTool(whereIs))).toContain(scanned.image.split(':')[0]);
      await client.close();
    },
  );

  test('a page of elsewhere is refused, whatever it knows', async () => {
    const headers = { 'x-api-key': own.tenant.keys.viewer, origin: 'https://evil.example' };
    const { status, text } = await send(headers);
    expect([status, text]).toEqual([403, '{"detail":"Forbidden"}']);
  });

  test('nothing but POST is there, and nothing below', async () => {
    const { headers } = clientOf(node).withKey(own.tenant.keys.viewer);
    const got = await sendHttp(node.origin, { method: 'GET', target: '/mcp', headers });
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
  });
});

describe('the documentation', () => {
  const page = read('src/app/docs/assistants/page.mdx');
  const blocks = [...page.matchAll(/```(\w+)\n(.*?)```/gs)].map(([, language = '', code = '']) => ({
    language,
    code: code.replaceAll('http://localhost:3000', node.origin),
  }));
  const server = z.object({ url: z.string(), headers: z.record(z.string(), z.string()) });
  const files = z.union([
    z.object({ mcpServers: z.object({ eventide: server }) }).transform((it) => it.mcpServers),
    z.object({ servers: z.object({ eventide: server }) }).transform((it) => it.servers),
  ]);

  test('connects an assistant by each file that it prints', async () => {
    const printed = blocks.filter(({ language }) => language === 'json');
    expect(printed).toHaveLength(3);
    for (const { code } of printed) {
      const { url, headers } = files.parse(JSON.parse(code)).eventide;
      const filled = Object.entries(headers).map(([name, value]) => [
        name,
        value.replace(/\$\{(?:env:)?EVENTIDE_KEY\}|\$\{input:key\}/, own.tenant.keys.viewer),
      ]);
      // `fromEntries` forgets the names.
      const given = Object.fromEntries(filled) as Record<string, string>;
      const client = await connected('auto', { url: new URL(url), headers: given });
      expect((await client.listTools()).tools).toHaveLength(6);
      await client.close();
    }
    const toml = blocks.find(({ language }) => language === 'toml')?.code ?? '';
    expect(toml).toContain(`url = "${ADDRESS.href}"`);
  });

  test('asks by the command that it prints', async () => {
    const command = blocks.find(({ language }) => language === 'sh')?.code ?? '';
    const body: unknown = JSON.parse(/-d '(.*)'/s.exec(command)?.[1] ?? '');
    const { status, text } = await send({ 'x-api-key': own.tenant.keys.viewer }, body);
    expect([status, text]).toEqual([200, expect.stringContaining('release cycles are in use')]);
  });

  test('names every tool, and no other', async () => {
    const client = await connected('auto', { headers: { 'x-api-key': own.tenant.keys.viewer } });
    const { tools } = await client.listTools();
    const named = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named).toEqual(tools.map(({ name }) => name));
    await client.close();
  });
});

/** The value below a path of names, where everything on the way is an object or null. */
function valueAt(item: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (value === null) return null;
    expect(value, path).toHaveProperty(name);
    return Reflect.get(Object(value), name);
  }, item);
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
};

describe('the dashboard for Grafana', () => {
  const target = z.object({
    ...{ type: z.literal('json'), parser: z.literal('backend'), url: z.string() },
    url_options: z.object({ params: z.array(z.object({ key: z.string(), value: z.string() })) }),
    root_selector: z.string(),
    columns: z.array(z.object({ selector: z.string(), type: z.string() })).min(1),
  });
  const dashboard = z
    .object({
      panels: z.array(z.object({ title: z.string(), targets: z.tuple([target]) })),
      templating: z.object({ list: z.array(z.object({ name: z.string(), query: z.string() })) }),
    })
    .parse(JSON.parse(read('deploy/grafana/end-of-life.json')));
  const datasource = z
    .object({
      datasources: z.tuple([
        z.object({ url: z.url(), jsonData: z.object({ auth_method: z.literal('bearerToken') }) }),
      ]),
    })
    .parse(parse(read('deploy/grafana/infinity.yaml'))).datasources[0];
  const states = (dashboard.templating.list.find(({ name }) => name === 'state')?.query ?? '')
    .split(',')
    .map((option) => option.split(' : ')[1] ?? '');

  const fill = (text: string, state: string) =>
    text
      .replace('${__from:date:YYYY-MM-DD}', '2026-01-15')
      .replace('${__to:date:YYYY-MM-DD}', '2026-11-27')
      .replace('${state}', state)
      .replace('${search}', '');

  test.each(dashboard.panels.map((panel) => [panel.title, panel.targets[0]] as const))(
    '%s reads what the API gives',
    async (_title, { url, url_options: { params }, root_selector: root, columns }) => {
      const seen = new Set<string>();
      for (const state of states) {
        const query = new URLSearchParams(
          params.map(({ key, value }) => [key, fill(value, state)]),
        );
        const target = `${new URL(datasource.url).pathname}${url}?${query.toString()}`;
        const { status, text } = await sendHttp(node.origin, {
          ...{ method: 'GET', target },
          headers: { ...clientOf(node).headers, authorization: `Bearer ${own.tenant.keys.viewer}` },
        });
        expect(status, text).toBe(200);
        const rows = z.array(z.unknown()).parse(valueAt(JSON.parse(text), root));
        for (const row of rows) {
          for (const { selector, type } of columns) {
            const value = valueAt(row, selector);
            if (value === null) continue;
            expect(isOfType[type]?.(value), `${selector} of type ${type}`).toBe(true);
            seen.add(selector);
          }
        }
      }
      // Nobody owns the project.
      const shown = columns.map(({ selector }) => selector).filter((one) => one !== 'owner.name');
      expect(shown.filter((one) => !seen.has(one))).toEqual([]);
    },
  );
});

describe('the files for Backstage', () => {
  const proxy = z
    .object({
      proxy: z.object({
        endpoints: z.object({
          '/eventide': z.object({
            target: z.url(),
            headers: z.object({ Authorization: z.string() }),
          }),
        }),
      }),
    })
    .parse(parse(read('deploy/backstage/app-config.yaml'))).proxy.endpoints['/eventide'];
  const entity = z
    .object({
      metadata: z.object({ annotations: z.record(z.string(), z.string()) }),
    })
    .parse(parse(read('deploy/backstage/catalog-info.yaml')));

  /** The page with stand-ins for what Backstage gives it; gives what it has the table show. */
  async function shownBy(projectId: string): Promise<unknown> {
    const { outputFiles } = await build({
      entryPoints: ['deploy/backstage/EventidePage.tsx'],
      ...{ bundle: true, write: false, format: 'cjs', jsx: 'automatic', platform: 'node' },
      external: ['@backstage/*', 'react/*', 'react-use/*'],
    });
    const asked: string[] = [];
    const loaded: { read?: () => Promise<unknown> } = {};
    const shown: { value?: unknown } = {};
    const modules: Readonly<Record<string, object>> = {
      'react/jsx-runtime': { jsx: (_type: unknown, props: object) => props },
      // Of a package of modules, what another one exports is its default.
      'react-use/esm/useAsync': (load: () => Promise<unknown>) => {
        loaded.read = load;
        return { loading: false, value: shown.value };
      },
      '@backstage/core-components': {},
      '@backstage/core-plugin-api': {
        discoveryApiRef: 'discovery',
        fetchApiRef: 'fetch',
        useApi: (api: string) =>
          api === 'discovery'
            ? { getBaseUrl: async () => 'http://backstage/api/proxy' }
            : { fetch: (url: string) => proxied(url, asked) },
      },
      '@backstage/plugin-catalog-react': {
        useEntity: () => ({
          entity: { metadata: { annotations: { 'eventide/project-id': projectId } } },
        }),
      },
    };
    const exported: {
      EventidePage?: () => { columns: { field: string }[]; subtitle?: string };
    } = {};
    const code = outputFiles[0]?.text ?? '';
    const run = new Function('require', 'module', 'exports', code) as (
      require: (name: string) => object,
      module: { exports: object },
      exports: object,
    ) => void;
    const module = { exports: exported as object };
    run((name) => modules[name] ?? {}, module, exported);
    const { EventidePage } = module.exports as typeof exported;
    const fields = EventidePage?.().columns.map(({ field }) => field);
    const read = z
      .object({ rows: z.array(z.record(z.string(), z.string())), total: z.number() })
      .parse(await loaded.read?.());
    const subtitles = [read.total, read.total + 7].map((total) => {
      shown.value = { ...read, total };
      return EventidePage?.().subtitle;
    });
    return { fields, rows: read.rows, subtitles, asked };
  }

  /** As Backstage's proxy asks. */
  async function proxied(url: string, asked: string[]) {
    asked.push(url);
    const path = url.replace('http://backstage/api/proxy/eventide', new URL(proxy.target).pathname);
    const { status, text } = await sendHttp(node.origin, {
      ...{ method: 'GET', target: path },
      headers: {
        ...clientOf(node).headers,
        authorization: proxy.headers.Authorization.replace(
          '${EVENTIDE_KEY}',
          own.tenant.keys.viewer,
        ),
      },
    });
    return { ok: status === 200, status, json: async () => JSON.parse(text) as unknown };
  }

  test('the page lists what was found in the images of its project', async () => {
    expect(entity.metadata.annotations).toHaveProperty('eventide/project-id');
    expect(await shownBy(scanned.projectId)).toMatchObject({
      fields: ['software', 'state', 'end', 'evidence', 'image', 'move'],
      rows: expect.arrayContaining([
        expect.objectContaining({
          ...{ software: 'Node.js 18', state: 'Ended', end: '2025-04-30' },
          evidence: 'Catalog',
        }),
        expect.objectContaining({ software: 'Debian Linux 12', state: 'Over 12 months' }),
      ]),
    });
    expect(await shownBy(theirs.projectId)).toMatchObject({
      rows: [],
      // It says where there are more than it shows.
      subtitles: [undefined, 'The first 0 of 7 findings'],
    });
  });

  test('the card reads the release cycles of a product by the token of a feed', async () => {
    const made = await clientOf(node)
      .withKey(own.tenant.keys.admin)
      .post('/feed_tokens', { label: 'Backstage', scope: 'organization' });
    const { token } = z.object({ token: z.string() }).parse(made.json);
    const address = entity.metadata.annotations['endoflife.date/url-location'] ?? '';
    const target = new URL(address.replace('evf_…', token)).pathname;
    const { headers } = clientOf(node);
    const { status, text } = await sendHttp(node.origin, { method: 'GET', target, headers });
    expect(status).toBe(200);
    const cycle = z.object({ cycle: z.string(), eol: z.union([z.string(), z.boolean()]) });
    expect(z.array(cycle).parse(JSON.parse(text)).length).toBeGreaterThan(5);
  });
});
