import { expect, test } from 'vitest';
import { makePolicy } from '@/test/factories';
import { hearing, saidIn } from '@/test/messages';
import { scanImage } from '@/test/factories';
import { teamTests } from '@/test/team-tests';

const { here, team, saveRules } = teamTests();

const redis = { product: 'Redis', cycle: '6', eol: '2026-11-01', type: 'deb' };

test('an upload names whom to ask from the first one on, and what is said of its denial does too', async () => {
  const { deps, organization } = here();
  const payments = await team('Payments', { email: 'payments@example.com' });
  await saveRules([{ kind: 'label', label: 'team', value: 'pay', team_id: payments.id }]);
  await hearing(deps, organization, 'build.denied');
  await makePolicy(deps, organization, { denyDays: 0 });
  const owned = { project: 'shop', image: 'shop:1', labels: { team: 'pay' }, software: [redis] };
  const answer = await scanImage(deps, organization, owned);
  expect(answer.owner).toEqual({
    ...{ team_id: payments.id, name: 'Payments', email: 'payments@example.com', link: null },
  });
  const [message] = await saidIn(deps, organization);
  expect(message?.items).toMatchObject([
    { ask: { name: 'Payments', email: 'payments@example.com' } },
  ]);
  const unowned = await scanImage(deps, organization, { project: 'bank', image: 'bank:1' });
  expect(unowned.owner).toBeNull();
});
