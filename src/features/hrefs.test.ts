import { expect, test } from 'vitest';
import { hrefs } from './hrefs';

test.each([
  [hrefs.images(), '/images'],
  [hrefs.images({ product: 'Node.js', labelIs: 'in' }), '/images?product=Node.js'],
  [hrefs.images({ sort: 'latestScan', dir: 'desc' }), '/images?sort=latestScan'],
  [hrefs.images({ project: null, policy: 'denied' }), '/images?policy=denied'],
  [hrefs.image('a/b', { tab: 'software', state: 'soon' }), '/images/a%2Fb?state=soon'],
  [hrefs.product('c++', { cycle: '1.0 LTS' }), '/catalog/c%2B%2B?cycle=1.0+LTS'],
  [hrefs.settings.refusedUploads({ days: '7' }), '/settings/refused-uploads?days=7'],
  [hrefs.signIn('/invitations/t?x=1'), '/sign-in?callbackUrl=%2Finvitations%2Ft%3Fx%3D1'],
])('an address names what is asked for, and no default: %s', (address, expected) => {
  expect(address).toBe(expected);
});
