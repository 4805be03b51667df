import { expect, it } from 'vitest';
import { grantWords } from './words';

const NOWHERE = { project_name: null, team: null, image_name: null, image_tag: null };

it.each([
  [{ scope: 'organization' }, 'everywhere'],
  [
    { scope: 'team', team: { id: 'a5c1', name: 'Payments' } },
    'in the projects of the team Payments',
  ],
  [{ scope: 'project', project_name: 'shop' }, 'in the project shop'],
  [{ scope: 'image', image_name: 'shop', image_tag: '1.2' }, 'in shop:1.2'],
  [
    { scope: 'image', image_name: '/build/shop.tar', project_name: 'shop' },
    'in /build/shop.tar (any tag, project shop)',
  ],
] as const)('says where a grant holds: %o', (place, where) => {
  const waiver = { product_name: 'Node.js', cycle: '14', ends_on: '2027-01-31' };
  expect(grantWords({ ...waiver, ...NOWHERE, ...place })).toBe(
    `will deny or warn about Node.js 14 ${where} until 31 Jan 2027`,
  );
});
