import { describe, expect, test } from 'vitest';
import type { PackContent, PackSoftware } from './content';
import { measuresFor } from './measures';

const row: PackSoftware = {
  ...{ product: 'Redis', cycle: '6', type: 'package', project: 'shop', owner: 'Payments' },
  ...{ state: 'ended', ends_on: '2026-10-01', ends_on_known: true, estimated_from: null },
  ...{ contract_until: null, move_to: null, images: 2 },
};
type Waiver = PackContent['waivers'][number];
type Plan = PackContent['plans'][number];
const waiver: Waiver = {
  ...{ product: 'Redis', cycle: '6', where: 'shop', state: 'granted', reason: 'Internal' },
  ...{ control: null, owner: 'Ada', approver: 'Grace', ends_on: '2027-01-31' },
};
const plan: Plan = {
  ...{ product: 'Redis', cycle: '6', move_to: 'Redis 8', where: 'Payments', who: 'Ada' },
  ...{ due_on: '2027-03-31', state: 'under_way', images_left: 2 },
};
const ofWaiver = (over: Partial<Waiver>) =>
  measuresFor(row, { plans: [], waivers: [{ ...waiver, ...over }] });
const ofPlan = (over: Partial<Plan>) =>
  measuresFor(row, { plans: [{ ...plan, ...over }], waivers: [] });

describe('what is done about software of a pack', () => {
  test('is its waivers and plans, with place, day and person', () => {
    expect(measuresFor(row, { plans: [plan], waivers: [waiver] })).toBe(
      'Waived (shop) until 2027-01-31 by Grace; Planned (Payments): to Redis 8 until 2027-03-31 by Ada',
    );
  });

  test('leaves out a day and a person that are not known', () => {
    expect(ofWaiver({ state: 'asked', where: 'Everywhere', approver: null })).toBe(
      'Waiver asked for (everywhere) until 2027-01-31',
    );
    expect(ofPlan({ due_on: null, who: null })).toBe('Planned (Payments): to Redis 8');
  });

  test.each(['declined', 'withdrawn', 'revoked', 'ended'])('is no waiver that is %s', (state) => {
    expect(ofWaiver({ state })).toBe('');
  });

  test('is no plan that is done', () => {
    expect(ofPlan({ state: 'done' })).toBe('');
    expect(ofPlan({ state: 'found_again' })).not.toBe('');
  });

  test.each([
    { product: 'Perl' },
    { cycle: '7' },
    { where: 'billing' },
    { where: 'registry.example.com/shop:1' },
  ])('is nothing of other software, another project or one image: %o', (over) => {
    expect(ofWaiver(over)).toBe('');
    expect(ofPlan(over)).toBe('');
  });
});
