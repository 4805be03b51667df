import type { SignedIn } from './people';

/** What is asked for where a test does not care. */
export const ASKED = {
  scope: 'project',
  project_name: 'shop',
  product_name: 'Debian Linux',
  cycle: '11',
  reason: 'It moves in March',
  ends_on: '2027-03-03',
} as const;

/** Has a person ask for a waiver in the dashboard. */
export async function ask(who: SignedIn, more: object = {}) {
  return (await who.dashboard()).waiver.ask({ body: { ...ASKED, ...more } });
}

/** Has a person decide on what is asked for, as they have seen it. */
export async function decide(
  who: SignedIn,
  id: string,
  decision: 'granted' | 'declined',
  version = 1,
) {
  return (await who.dashboard()).waiver.decide({ id, decision, version });
}
