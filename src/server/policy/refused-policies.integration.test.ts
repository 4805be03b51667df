import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOrganization } from '@/test/accounts';
import { testDatabase } from '@/test/database';
import { testDeps, type TestDeps } from '@/test/deps';
import { RestClient, type RestCall } from '@/test/rest-client';
import { globalPolicy, notaryPolicy, softwarePolicy, trustPolicy } from './testing/policy-bodies';

let deps: TestDeps;
let admin: RestCall;

beforeAll(async () => {
  deps = testDeps(await testDatabase());
  admin = await new RestClient(deps).as(await makeOrganization(deps), 'admin');
});
afterAll(() => deps.db.close());

const deep = JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as unknown;
const notary = (document: unknown) => ({ ...notaryPolicy, notary_policy_json: document });
const [onePolicy] = trustPolicy.trustPolicies;

test.each([
  [{}, ['body.policy_scope missing', 'body.policy_type missing']],
  [
    { ...globalPolicy, policy_scope: 'all', policy_type: null },
    ['body.policy_scope enum', 'body.policy_type enum'],
  ],
  [
    { ...globalPolicy, warn_days: '90', deny_days: 1.5 },
    ['body.warn_days int_parsing', 'body.deny_days int_parsing'],
  ],
  [
    { ...globalPolicy, warn_days: -1, deny_days: 3_651 },
    ['body.warn_days greater_than_equal', 'body.deny_days less_than_equal'],
  ],
  [
    { ...globalPolicy, warn_date: '2027-02-30', deny_date: '0000-01-01' },
    ['body.warn_date date_from_datetime_parsing', 'body.deny_date date_from_datetime_parsing'],
  ],
  [{ ...globalPolicy, warn_date: 20270101 }, ['body.warn_date string_type']],
  [{ ...softwarePolicy, cycle_operator: 'GT' }, ['body.cycle_operator enum']],
  [{ ...softwarePolicy, product_name: '\0' }, ['body.product_name value_error']],
  [{ ...softwarePolicy, product_name: 'a'.repeat(1_025) }, ['body.product_name string_too_long']],
  [{ policy_scope: 'global', policy_type: 'EOL' }, ['body value_error']],
  [{ ...globalPolicy, deny_days: 91 }, ['body.deny_days value_error']],
  [{ ...globalPolicy, deny_days: -30 }, ['body.deny_days greater_than_equal']],
  [{ ...globalPolicy, deny_days_after: 30 }, ['body.deny_days_after value_error']],
  [
    { ...globalPolicy, deny_days: null, deny_days_after: 0 },
    ['body.deny_days_after greater_than_equal'],
  ],
  [{ ...globalPolicy, denies_from: '1899-12-31' }, ['body.denies_from value_error']],
  [
    {
      policy_scope: 'global',
      policy_type: 'EOL',
      warn_date: '2027-01-02',
      deny_date: '2027-01-01',
    },
    ['body.deny_date value_error'],
  ],
  [{ ...globalPolicy, policy_scope: 'project' }, ['body.project_name value_error']],
  [
    { ...globalPolicy, policy_scope: 'project', project_name: '' },
    ['body.project_name value_error'],
  ],
  [
    { ...globalPolicy, policy_scope: 'project', project_name: ' \u00a0\t' },
    ['body.project_name value_error'],
  ],
  [{ ...softwarePolicy, product_name: '  ' }, ['body.product_name value_error']],
  [
    {
      policy_scope: 'global',
      policy_type: 'EOL',
      warn_date: '0001-01-01',
      deny_date: '1899-12-31',
    },
    ['body.warn_date value_error', 'body.deny_date value_error'],
  ],
  [
    { ...globalPolicy, policy_scope: 'software' },
    ['body.product_name value_error', 'body.cycle value_error', 'body.cycle_operator value_error'],
  ],
  ...['1.2.3.4', 'v3', '3.x', '', 'jammy', '8-stream'].map(
    (cycle) => [{ ...softwarePolicy, cycle }, ['body.cycle value_error']] as const,
  ),
  [
    { policy_scope: 'project', policy_type: 'NOTARY', project_name: 'shop' },
    ['body.policy_scope value_error', 'body.notary_policy_json value_error'],
  ],
  [{ ...notaryPolicy, deny_days: 3 }, ['body.deny_days value_error']],
  [{ ...notaryPolicy, denies_from: '2027-01-01' }, ['body.denies_from value_error']],
  [{ ...notaryPolicy, only_running: true }, ['body.only_running value_error']],
  [{ ...globalPolicy, only_running: 'yes' }, ['body.only_running bool_parsing']],
  [notary([]), ['body.notary_policy_json dict_type']],
  [notary('{}'), ['body.notary_policy_json dict_type']],
  [
    notary({}),
    ['body.notary_policy_json.version missing', 'body.notary_policy_json.trustPolicies missing'],
  ],
  [
    notary({ version: '1.0', trustPolicies: [{ signatureVerification: { level: 'loose' } }] }),
    [
      'body.notary_policy_json.trustPolicies.0.name missing',
      'body.notary_policy_json.trustPolicies.0.registryScopes missing',
      'body.notary_policy_json.trustPolicies.0.signatureVerification.level enum',
    ],
  ],
  [
    notary({
      version: '1.0',
      trustPolicies: [
        { ...onePolicy, name: 'b', trustStores: [], registryScopes: ['*'] },
        onePolicy,
      ],
    }),
    ['body.notary_policy_json.trustPolicies.0.trustStores value_error'],
  ],
  [
    notary({ version: '1.0', trustPolicies: [{ ...onePolicy, trustStores: ['ca:acme'] }] }),
    ['body.notary_policy_json.trustPolicies.0.trustStores.0 value_error'],
  ],
  [
    notary({ version: '1.0', trustPolicies: [onePolicy, onePolicy] }),
    [
      'body.notary_policy_json.trustPolicies.1.name value_error',
      'body.notary_policy_json.trustPolicies.1.registryScopes.0 value_error',
    ],
  ],
  [
    { ...globalPolicy, notary_policy_json: { trustPolicies: [] } },
    [
      'body.notary_policy_json.version missing',
      'body.notary_policy_json.trustPolicies value_error',
    ],
  ],
  [notary({ ...trustPolicy, comment: { '\0': 1 } }), ['body.notary_policy_json value_error']],
  [notary({ ...trustPolicy, comment: ['\ud800'] }), ['body.notary_policy_json value_error']],
  [notary({ ...trustPolicy, comment: deep }), ['body.notary_policy_json value_error']],
] as const)('%j is a 422', async (body, faults) => {
  const answer = await admin('POST', '/v1/policy', body);
  expect(answer.status).toBe(422);
  // The shape of every 422, asserted by what follows.
  const { detail } = answer.body as { detail: { loc: unknown[]; type: string }[] };
  expect(detail.map(({ loc, type }) => `${loc.join('.')} ${type}`)).toEqual(faults);
  expect(await admin('GET', '/v1/policy')).toEqual({ status: 200, body: [] });
});
