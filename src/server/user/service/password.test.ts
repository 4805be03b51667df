import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password';

const PASSWORD = 'correct horse battery staple';
const ADA = { isKnown: false, account: 'ada', site: '192.0.2.1' };

describe('passwords', () => {
  it('are kept as a salted scrypt hash in PHC form', async () => {
    const [first, second] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(first).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword(PASSWORD, first, ADA)).toBe(true);
    expect(await verifyPassword(`${PASSWORD} `, first, ADA)).toBe(false);
  });

  it('are the same password in either form of an accent', async () => {
    const stored = await hashPassword('cafe\u0301 au lait');
    expect(await verifyPassword('caf\u00e9 au lait', stored, ADA)).toBe(true);
  });

  it('cost as much to check for nobody as for somebody', async () => {
    const stored = await hashPassword(PASSWORD);
    const durationOf = async (hash: string | null) => {
      const startedAtMs = performance.now();
      expect(await verifyPassword('not the password', hash, ADA)).toBe(false);
      return performance.now() - startedAtMs;
    };
    const known = await durationOf(stored);
    const unknown = await durationOf(null);
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('are refused, not queued without end, when a flood arrives', async () => {
    const flood = Array.from({ length: 40 }, () =>
      verifyPassword(
        PASSWORD,
        '$scrypt$ln=10,r=8,p=1$' + 'A'.repeat(22) + '$' + 'A'.repeat(43),
        ADA,
      ),
    );
    const outcomes = await Promise.allSettled(flood);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({
      reason: { code: 'too_many_requests', retryAfterSeconds: 10 },
    });
  });
});
