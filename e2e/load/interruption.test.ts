import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Interruption } from './interruption';

function heardAt(...timesMs: readonly number[]) {
  const told: string[] = [];
  let nowMs = 0;
  const interruption = new Interruption({
    asked: () => told.push('asked'),
    insisted: () => told.push('insisted'),
    nowMs: () => nowMs,
  });
  for (nowMs of timesMs) interruption.hear();
  return { told, isAsked: interruption.isAsked };
}

describe('Ctrl-C', () => {
  it('is not heard before it comes', () => {
    expect(heardAt()).toEqual({ told: [], isAsked: false });
  });

  it('asks once, however many signals one stroke makes', () => {
    expect(heardAt(5_000, 5_001, 5_900)).toEqual({ told: ['asked'], isAsked: true });
  });

  it('ends what is waited for', async () => {
    const interruption = new Interruption({ asked: () => undefined, insisted: () => undefined });
    const waiting = once(interruption.signal, 'abort');
    interruption.hear();
    await waiting;
  });

  it('insists when it comes again later', () => {
    expect(heardAt(0, 3, 2_000).told).toEqual(['asked', 'insisted']);
  });
});
