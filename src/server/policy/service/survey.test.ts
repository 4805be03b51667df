import { expect, test } from 'vitest';
import { parseDay } from '@/domain/eol/calendar';
import type { JudgedSoftware } from './software-judge';
import { HiddenDenials } from './survey';

const today = parseDay('2026-11-21');
if (!today) throw new Error('no day');

const place = { project: null, teamId: null, running: null, imageWaivers: [] };

function held(
  position: number,
  productName: string,
  scannerAction: 'WARN' | 'DENY',
  scannerRank: number,
): JudgedSoftware {
  const days = { deniedOn: scannerAction === 'DENY' ? today : null, warnedOn: null };
  return {
    software: { id: String(position), productName, cycle: String(position) },
    ...{ found: null, position, place, daysBefore: days, daysAfter: days },
    ...{ scannerAction, scannerRank, difference: null, images: 0, unseenImages: 0 },
    // What is not looked at here is left out.
  } as unknown as JudgedSoftware;
}

test('a denial is hidden by what a scanner comes to first, of its product alone', () => {
  const denials = new HiddenDenials(today);
  const [warned, denied, later] = [
    held(0, 'Redis', 'WARN', 1),
    held(1, 'Redis', 'DENY', 2),
    held(2, 'Redis', 'WARN', 3),
  ];
  denials.look([warned, denied, later, held(3, 'Node.js', 'DENY', 2)], 0);
  denials.look([denied, warned], 1);
  denials.look([denied, later], 2);
  expect(denials.all()).toEqual([{ denied, deniedCycles: ['1'], warnedCycles: ['0'], images: 2 }]);
});

test('an image of thousands of cycles of one product is gone through once', () => {
  const denials = new HiddenDenials(today);
  const half = 50_000;
  const all = Array.from({ length: 2 * half }, (_, at) =>
    held(at, 'Redis', at < half ? 'WARN' : 'DENY', at < half ? 1 : 2),
  );
  denials.look(all, 0);
  const [only] = denials.all();
  expect(only?.deniedCycles).toHaveLength(half);
  expect(only?.warnedCycles).toHaveLength(half);
});
