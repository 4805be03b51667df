import { describe, expect, it } from 'vitest';
import { passwordFault, requireGoodPassword } from './password-faults';

const OWNER = { email: 'ada.lovelace@acme.example', name: 'Ada Lovelace' };

describe('a chosen password', () => {
  it.each([
    ['correct horse battery staple'],
    ['a long enough password'],
    ['x7Gk!pq2Lm9v'],
    ['мой сложный пароль'],
    ['all lower case and no digit'],
    ['x7Gk!pq2Lm9v'.repeat(80)],
  ])('is taken without rules of composition: %s', async (password) => {
    expect(await passwordFault(password, OWNER)).toBeNull();
  });

  it.each([
    ['short', 'too_short'],
    ['x'.repeat(1001), 'too_long'],
    ['password1234', 'common'],
    ['P@ssw0rd1234', 'common'],
    ['iloveyou1234', 'common'],
    ['1q2w3e4r5t6y', 'common'],
    ['Password2024!', 'common'],
    ['ada.lovelace@acme.example', 'personal'],
    ['Ada.Lovelace@Acme.Example1!', 'personal'],
    ['ada.lovelace1', 'personal'],
    ['AdaLovelace12', 'personal'],
    ['eventide-demo', 'personal'],
    ['aaaaaaaaaaaaaaaa', 'repetitive'],
    ['abcabcabcabc', 'repetitive'],
  ])('is refused when it is tried first: %s', async (password, why) => {
    expect(await passwordFault(password, OWNER)).toMatchObject({ why });
  });

  it('is refused with what helps, at its field', async () => {
    await expect(requireGoodPassword('password1234', OWNER, 'newPassword')).rejects.toMatchObject({
      code: 'invalid',
      faults: [
        {
          loc: ['body', 'newPassword'],
          msg: expect.stringContaining('one of the most used passwords'),
          type: 'password_common',
        },
      ],
    });
  });

  it('takes no longer for one that was made to take long', async () => {
    await passwordFault('something to load the lists', OWNER);
    const startedAtMs = performance.now();
    for (const part of ['4@8({[</369&#!1|0$7+%2', '1111122222', '5555$$$$ssss@@@@aaaa']) {
      await passwordFault(part.repeat(50).slice(0, 1000), OWNER);
    }
    expect(performance.now() - startedAtMs).toBeLessThan(5_000);
  });
});
