import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ownersOfProjects } from './service/owners';
import { teamTests } from '@/test/team-tests';

const { here, admin, team, saveRules, ownerOf, ownerName, scanned, audited } = teamTests();

describe('rules', () => {
  test('give projects an owner: the first that says something decides', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    const [shop, bank, zoo, odd] = [
      await scanned('acme/Shop'),
      await scanned('acme/bank', { labels: { team: 'two', other: 'x' } }),
      await scanned('zoo'),
      await scanned('a%me/x'),
    ];
    const changed = await saveRules([
      { kind: 'label', label: 'team', value: 'tw*', team_id: two.id },
      { kind: 'name', pattern: 'ACME/*', team_id: one.id },
      { kind: 'name', pattern: 'a%*', team_id: two.id },
    ]);
    expect(changed).toBe(3);
    expect(await ownerOf(bank)).toMatchObject({
      owner: { team_id: two.id, name: 'Two' },
      ...{ source: 'label', rule: 'label team=tw*' },
    });
    expect(await ownerName(shop)).toBe('One by name');
    expect(await ownerName(odd)).toBe('Two by name');
    expect(await ownerOf(zoo)).toMatchObject({ owner: null, source: null, rule: null });
    const { body } = await admin('GET', '/owner_rules');
    const listed = z.object({
      rules: z.array(z.object({ rule: z.looseObject({}), projects: z.number() })),
    });
    const rules = listed.parse(body).rules;
    expect(rules.map(({ projects }) => projects)).toEqual([1, 1, 1]);
    // Turned around, with the same ids.
    expect(await saveRules(rules.map(({ rule }) => rule).toReversed())).toBe(1);
    expect(await ownerName(bank)).toBe('One by name');
    const owners = await ownersOfProjects(here().deps, here().organization, [shop, zoo, bank]);
    expect([...owners.keys()].toSorted()).toEqual([shop, bank].toSorted());
    expect(owners.get(shop)).toMatchObject({ teamId: one.id, name: 'One', email: null });
    expect((await audited('owner_rules.save')).at(-1)).toMatchObject({
      before: { rules: [{ kind: 'label' }, { kind: 'name' }, { kind: 'name' }] },
      after: { changed_projects: 1 },
    });
    expect(await saveRules([])).toBe(3);
    expect(await ownerName(shop)).toBeNull();
  });

  test('are applied to what is uploaded, by name and by label', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'label', label: 'team', value: 'two', team_id: two.id },
      { kind: 'name', pattern: 'acme/*', team_id: one.id },
    ]);
    const shop = await scanned('acme/shop');
    expect(await ownerName(shop)).toBe('One by name');
    await scanned('acme/shop', { labels: { team: 'two' } });
    expect(await ownerName(shop)).toBe('Two by label');
    await scanned('acme/shop', { labels: { team: 'two' }, digest: `sha256:${'1'.repeat(64)}` });
    expect(await ownerName(shop)).toBe('Two by label');
    await scanned('acme/shop', { labels: {} });
    expect(await ownerName(shop)).toBe('One by name');
  });

  test('uploads at once for one project agree on its owner', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'label', label: 'team', value: 'one', team_id: one.id },
      { kind: 'label', label: 'team', value: 'two', team_id: two.id },
    ]);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        scanned('burst', {
          image: `image-${String(number)}`,
          labels: { team: number === 5 ? 'one' : 'two' },
        }),
      ),
    );
    expect(new Set(answers).size).toBe(1);
    expect(await ownerName(answers[0] ?? '')).toBe('One by label');
  });

  test('a preview says what they would do, and does nothing', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    const [shop] = [await scanned('shop'), await scanned('bank'), await scanned('zoo')];
    await saveRules([{ kind: 'name', pattern: 'shop', team_id: one.id }]);
    const byHand = await scanned('by hand');
    await admin('PUT', `/projects/${byHand}/owner`, { team_id: one.id });
    const { status, body } = await admin('POST', '/owner_rules/preview', {
      rules: [
        { kind: 'name', pattern: '*o*', team_id: two.id },
        { kind: 'name', pattern: 'shop', team_id: one.id },
      ],
    });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ gained: 1, moved: 1, lost: 0, nobody: 1 },
        rules: [
          { projects: 2, gained: 1 },
          { projects: 0, gained: 0 },
        ],
        changes: [
          { project_id: shop, project_name: 'shop', before: 'One', after: 'Two', rule: 0 },
          { project_name: 'zoo', before: null, after: 'Two', rule: 0 },
        ],
      },
    ]);
    expect(await ownerName(shop)).toBe('One by name');
    const none = await admin('POST', '/owner_rules/preview', { rules: [] });
    expect(none.body).toMatchObject({ gained: 0, moved: 0, lost: 1, nobody: 3 });
  });

  test('are refused with every fault, and leave all as it is', async () => {
    const { id } = await team('One');
    const rules = [
      { kind: 'codeowners' },
      { kind: 'codeowners' },
      { kind: 'name', pattern: 'x', team_id: '01890000-0000-7000-8000-0000000000ff' },
    ];
    expect(await admin('PUT', '/owner_rules', { rules })).toMatchObject({
      status: 422,
      body: {
        detail: [
          { loc: ['body', 'rules', 1, 'kind'], type: 'value_error' },
          { loc: ['body', 'rules', 2, 'team_id'], type: 'value_error' },
        ],
      },
    });
    const faulty = [{ kind: 'name', pattern: '', team_id: id }, { kind: 'who' }];
    const answer = await admin('PUT', '/owner_rules', { rules: faulty });
    expect(answer.status).toBe(422);
    const many = Array.from({ length: 501 }, () => ({ kind: 'name', pattern: 'x', team_id: id }));
    expect((await admin('PUT', '/owner_rules', { rules: many })).status).toBe(422);
    expect((await admin('GET', '/owner_rules')).body).toEqual({ rules: [] });
  });
});

describe('an owner by hand', () => {
  test('wins over the rules, until it is given back', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([{ kind: 'name', pattern: '*', team_id: one.id }]);
    const shop = await scanned('shop');
    const set = (team_id: string | null) => admin('PUT', `/projects/${shop}/owner`, { team_id });
    expect(await set(two.id)).toMatchObject({
      status: 200,
      body: { owner: { name: 'Two' }, source: 'hand', rule_id: null },
    });
    await saveRules([{ kind: 'name', pattern: 's*', team_id: one.id }]);
    await scanned('shop', { labels: { a: 'b' } });
    expect(await ownerName(shop)).toBe('Two by hand');
    expect((await set(null)).body).toMatchObject({ owner: { name: 'One' }, source: 'name' });
    expect(await audited('project.set_owner')).toMatchObject([
      { before: { owner: 'One', source: 'name' }, after: { owner: 'Two', source: 'hand' } },
      { before: { owner: 'Two' }, after: { owner: 'One', rule: 'name s*' } },
    ]);
  });

  test('goes with its team, and so do the rules that name it', async () => {
    const [one, two] = [await team('One'), await team('Two')];
    await saveRules([
      { kind: 'name', pattern: 'shop', team_id: two.id },
      { kind: 'name', pattern: '*', team_id: one.id },
    ]);
    const [shop, bank] = [await scanned('shop'), await scanned('bank')];
    await admin('PUT', `/projects/${bank}/owner`, { team_id: two.id });
    expect((await admin('DELETE', `/teams/${two.id}`)).status).toBe(204);
    expect(await ownerName(shop)).toBe('One by name');
    expect(await ownerName(bank)).toBe('One by name');
    expect((await admin('DELETE', `/teams/${one.id}`)).status).toBe(204);
    expect(await ownerName(bank)).toBeNull();
  });

  test('may be set by members, and not by viewers', async () => {
    const { id } = await team('One');
    const path = `/projects/${await scanned('shop')}/owner`;
    const as = async (role: 'scanner' | 'viewer' | 'member') =>
      (await (await here().rest.as(here().organization, role))('PUT', path, { team_id: id }))
        .status;
    expect([await as('scanner'), await as('viewer'), await as('member')]).toEqual([403, 403, 200]);
  });
});

describe('CODEOWNERS', () => {
  const send = (projectId: string, content: string, path?: string) =>
    admin('PUT', `/projects/${projectId}/codeowners`, { content, path });

  test('names the first team that has one of its handles, where a rule says that it counts', async () => {
    await team('One', { handles: ['@acme/one'] });
    const two = await team('Two');
    const shop = await scanned('shop', { imagePath: './services/api/Dockerfile' });
    const file = '* @acme/nobody @acme/two\n/services/api/ @stranger @ACME/one @acme/two\n';
    expect((await send(shop, file)).body).toMatchObject({
      owner: null,
      codeowners: {
        ...{ path: 'services/api/Dockerfile', pattern: '/services/api/', line: 2 },
        handles: ['@stranger', '@acme/one', '@acme/two'],
      },
    });
    await saveRules([{ kind: 'codeowners' }]);
    expect(await ownerName(shop)).toBe('One by codeowners');
    // The rest of the repository is of nobody whom we know, until a team has that handle.
    expect((await send(shop, file, 'web/Dockerfile')).body).toMatchObject({ owner: null });
    await admin('PATCH', `/teams/${two.id}`, { handles: ['@acme/two'] });
    expect(await ownerName(shop)).toBe('Two by codeowners');
    expect(await audited('project.codeowners')).toHaveLength(2);
    await send(shop, file, 'web/Dockerfile');
    expect(await audited('project.codeowners')).toHaveLength(2);
  });

  test('is read for the whole repository where no path is known', async () => {
    await team('One', { handles: ['@acme/one'] });
    await saveRules([{ kind: 'codeowners' }]);
    const shop = await scanned('shop', { imagePath: '/builds/acme/shop/Dockerfile' });
    expect((await send(shop, '* @acme/one\nDockerfile @acme/two')).body).toMatchObject({
      owner: { name: 'One' },
      codeowners: { path: '', pattern: '*', line: 1 },
    });
  });

  test('that is too long, and a project of elsewhere, are refused', async () => {
    const shop = await scanned('shop');
    expect((await send(shop, 'x'.repeat(262_145))).status).toBe(422);
    expect((await send('01890000-0000-7000-8000-0000000000ff', '')).status).toBe(404);
    expect((await send(shop, '\0 @a\n* @b\0')).status).toBe(200);
  });
});
