import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OrganizationId } from '@/server/platform/auth/organization-id';
import { makePolicy } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';
import type { ApiClient } from './harness/api-client';
import { runCommand, type Ended } from './harness/eventide-command';
import { clientOf, mounts } from './harness/mounts';
import { deps, makeTenant } from './harness/tenants';
import { unique } from './harness/tenant-world';

const COMMAND = fileURLToPath(new URL('../../public/cli/eventide.mjs', import.meta.url));
const BOM = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', version: '2.4.1' } },
  components: [
    { type: 'library', name: 'django', version: '3.2.25', purl: 'pkg:pypi/django@3.2.25' },
  ],
};

describe('the command with a CODEOWNERS file', () => {
  let folder: string;
  let env: Record<string, string>;
  let organizationId: OrganizationId;
  let scanner: ApiClient;
  let teamId: string;
  const team = unique('team');
  const run = (args: string[]) => runCommand(COMMAND, args, { folder, env });
  const at = (name: string) => join(folder, name);
  const upload = (name: string, ...args: string[]) =>
    run(['upload', 'bom.json', '--project', name, '-o', 'json', ...args]);
  const ownerOf = ({ out }: Ended) => (JSON.parse(out) as { owner: unknown }).owner;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventide-owners-'));
    const { keys, ...tenant } = await makeTenant();
    ({ organizationId } = tenant);
    const origin = mounts[0]?.origin ?? '';
    scanner = clientOf({ origin }).withKey(keys.scanner);
    env = { EVENTIDE_URL: origin, EVENTIDE_API_KEY: keys.scanner };
    const client = clientOf({ origin }).withKey(keys.admin);
    await writeFile(join(folder, 'bom.json'), JSON.stringify(BOM));
    const address = { email: 'web@example.com', link: null };
    const made = await client.post('/teams', {
      ...{ name: team, handles: [`@acme/${team}`], ...address },
    });
    expect(made.status).toBe(201);
    teamId = (made.json as { id: string }).id;
    expect((await client.put('/owner_rules', { rules: [{ kind: 'codeowners' }] })).status).toBe(
      200,
    );
    await mkdir(join(folder, '.github'));
    await writeFile(join(folder, '.github/CODEOWNERS'), `* @acme/${team}\n`);
    await writeFile(at('by-folder'), `* @acme/nobody\n/web/ @acme/${team}\n`);
    await writeFile(at('long'), '#'.repeat(262_145));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it("gives a project the owner that the repository's file names, with its first upload", async () => {
    const named = unique('owned');
    const ended = await upload(named);
    expect([ended.code, ended.complaints]).toEqual([0, '']);
    expect(ownerOf(ended)).toEqual({
      ...{ team_id: teamId, name: team, email: 'web@example.com', link: null },
    });
    const gated = await run(['gate', 'bom.json', '--upload', '--project', named]);
    expect(gated.out).toContain(`Ask ${team}: web@example.com`);
  });

  it('names the owner in what is said of the first upload, and has its waivers', async () => {
    await makePolicy(deps, organizationId, { denyDays: 0 });
    await hearing(deps, organizationId, 'build.denied');
    const named = unique('denied');
    const gated = await run(['gate', 'bom.json', '--upload', '--project', named]);
    expect(gated.code).toBe(1);
    expect(gated.out).toContain(`Ask ${team}: web@example.com`);
    const said = await saidIn(deps, organizationId, 'build.denied');
    expect(said.flatMap(({ items }) => items.map(({ ask, teamId: id }) => [ask, id]))).toEqual([
      [{ name: team, email: 'web@example.com' }, teamId],
    ]);
    const sent = await deps.db.query<{ action: string; after: object }>(
      `SELECT action, after FROM audit_event WHERE organization_id = $1
         AND action = 'project.codeowners' AND after->>'project' = $2`,
      [organizationId, named],
    );
    expect(sent).toMatchObject([{ after: { owner: team, source: 'codeowners' } }]);
    // The same file again is no news.
    await run(['upload', 'bom.json', '--project', named]);
    const [row] = await deps.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM audit_event WHERE organization_id = $1
         AND action = 'project.codeowners' AND after->>'project' = $2`,
      [organizationId, named],
    );
    expect(row?.count).toBe(1);
  });

  it('takes both in a form, and says what is wrong with one', async () => {
    const named = unique('form');
    const codeowners = `* @acme/nobody\n/web/ @acme/${team}\n`;
    const put = async (parts: Readonly<Record<string, string>>, boundary = 'b') => {
      const lines = Object.entries(parts).flatMap(([name, value]) => [
        `--b\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${value}\r\n`,
      ]);
      return scanner.send({
        ...{ method: 'PUT', target: `/api/sbom?project=${named}` },
        body: `${lines.join('')}--b--\r\n`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      });
    };
    const sbom = JSON.stringify(BOM);
    const path = { codeowners_path: 'web/' };
    const answer = await put({ codeowners, sbom, ...path });
    expect([answer.status, answer.json]).toMatchObject([200, { owner: { name: team } }]);
    expect((await put({ sbom })).json).toMatchObject({ owner: { name: team } });
    expect((await put({ codeowners, ...path })).status).toBe(422);
    expect((await put({ sbom: 'nothing', codeowners })).json).toMatchObject({
      detail: [{ loc: ['body', 'sbom', 'line 1'] }],
    });
    expect((await put({ sbom, codeowners, codeowners_path: 'a\0b' })).json).toMatchObject({
      detail: [{ loc: ['body', 'codeowners_path'] }],
    });
    expect((await put({ sbom, codeowners: '#'.repeat(262_145) })).status).toBe(413);
    expect((await put({ sbom, codeowners: '#'.repeat(1_000_000) })).status).toBe(413);
    expect((await put({ sbom, codeowners }, 'another')).status).toBe(422);
  });

  it('asks the owners of the folder that reports point into, by the file that is named', async () => {
    const named = unique('named');
    const args = ['--codeowners', at('by-folder'), '--location'];
    expect(ownerOf(await upload(named, ...args, 'docs/Dockerfile'))).toBeNull();
    expect(ownerOf(await upload(named, ...args, './web/Dockerfile'))).toMatchObject({
      name: team,
    });
  });

  it('sends none where none is wanted, nor with what is not stored', async () => {
    const named = unique('unsent');
    expect(ownerOf(await upload(named, '--no-codeowners'))).toBeNull();
    expect((await run(['check', 'bom.json', '--project', named])).code).toBe(0);
    expect(ownerOf(await upload(named, '--no-codeowners'))).toBeNull();
  });

  it('says what is wrong with it: before the upload, or without taking that back', async () => {
    const away = await upload(unique('away'), '--codeowners', 'nowhere');
    expect([away.code, away.complaints]).toEqual([2, 'eventide: nowhere cannot be read.\n']);
    const long = await upload(unique('long'), '--codeowners', at('long'));
    expect(long.code).toBe(0);
    expect(long.complaints).toContain('was not sent: it is longer than 262144 characters.');
    expect(ownerOf(long)).toBeNull();
  });
});
