import { NIL as NIL_UUID } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { REMOTE_ADDRESS_HEADER } from '@/server/platform/http/mount';
import { testDatabase, type TestDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { forgetLimits, limitsFollow } from '@/test/limits';
import { returnFromProvider } from './handler';
import { Visit } from './visit';

let db: TestDatabase;
let deps: TestDeps;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  deps = testDeps(db);
  await forgetLimits(db);
});

/** Comes back from the provider to a service that makes nothing of it; gives the code that the sign-in page gets. */
async function comeBack(query: string, requestId: string, remoteAddress = '203.0.113.5') {
  const visit = new Visit(
    deps,
    new Headers({ [REMOTE_ADDRESS_HEADER]: remoteAddress, 'x-request-id': requestId }),
  );
  const answer = () => Promise.resolve(new Response(null, { headers: { location: 'nowhere' } }));
  const response = await returnFromProvider(deps, visit, new URLSearchParams(query), answer);
  return response.headers.get('location')?.split('error=')[1];
}

const trail = () =>
  db.query(
    `SELECT e.action, e.request_id AS "requestId", f.count
       FROM installation_audit_event e JOIN sign_in_failure f ON f.event_id = e.id
      WHERE e.subject_id = $1 AND e.detail ->> 'way' = 'provider' ORDER BY e.at, e.id`,
    [NIL_UUID],
  );

it('that comes to nothing is in the trail, also where the provider’s word was never heard', async () => {
  limitsFollow(deps.clock);
  expect(await comeBack('error=access_denied', 'said-no-to-it')).toBe('provider_cancelled');
  await comeBack('code=forged&state=forged', 'forged-state');
  expect(await trail()).toEqual([
    { action: 'account.sign_in_failed', requestId: 'said-no-to-it', count: 2 },
  ]);
});

it('is limited, whatever it brings, and that is in the trail once', async () => {
  limitsFollow(deps.clock);
  deps.clock.advance(3_600_000);
  const told = new Set<string | undefined>();
  for (let n = 0; n < 40; n += 1)
    told.add(await comeBack('error=access_denied', `request-${String(n)}`, '203.0.113.6'));
  expect([...told]).toEqual(['provider_cancelled', 'too_many-1']);
  expect((await trail()).slice(1)).toEqual([
    { action: 'account.sign_in_failed', requestId: 'request-0', count: 30 },
    { action: 'account.sign_in_limited', requestId: 'request-30', count: 1 },
  ]);
});
