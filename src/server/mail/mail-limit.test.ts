import { expect, it } from 'vitest';
import { manualClock } from '@/server/clock';
import { MailLimit } from './mail-limit';

const MINUTE_MS = 60_000;

function limitOf(perHour: number) {
  const clock = manualClock('2026-11-21T12:00:00Z');
  return { clock, limit: new MailLimit(clock, perHour, 'Too many mails') };
}

it('lets a key send as many as it may, then says when there is room again', () => {
  const { clock, limit } = limitOf(2);
  limit.take('a');
  clock.advance(10 * MINUTE_MS);
  limit.take('a');
  expect(() => limit.take('a')).toThrow(
    expect.objectContaining({
      code: 'too_many_requests',
      message: 'Too many mails',
      retryAfterSeconds: 3000,
    }),
  );
  limit.take('b');
  clock.advance(50 * MINUTE_MS);
  limit.take('a');
  expect(() => limit.take('a')).toThrow(expect.objectContaining({ retryAfterSeconds: 600 }));
});

it('does not count what was not sent', () => {
  const { limit } = limitOf(1);
  limit.giveBack('a');
  limit.take('a');
  limit.giveBack('a');
  limit.take('a');
  expect(() => limit.take('a')).toThrow('Too many mails');
});

it('forgets the oldest keys before they fill the memory', () => {
  const { limit } = limitOf(1);
  for (let key = 0; key <= 10_000; key += 1) limit.take(String(key));
  limit.take('0');
  expect(() => limit.take('10000')).toThrow('Too many mails');
});
