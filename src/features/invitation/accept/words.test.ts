import { describe, expect, test } from 'vitest';
import { wordsForProblem, type ClosedInvitation } from './words';

const invitation: ClosedInvitation = {
  organizationName: 'Acme',
  invitedBy: 'Ada Admin',
  email: 'grace@example.com',
  expiresAt: '2026-11-28T12:00:00.000Z',
  status: 'expired',
};
const reader = { email: 'grace@example.com', isMember: false };

describe('a link that cannot be accepted', () => {
  test('names whom to ask when nobody knows it', () => {
    expect(wordsForProblem(null, null).next).toContain('ask whoever invited you');
  });

  test('says until when it held and whom to ask when it has expired', () => {
    expect(wordsForProblem(invitation, null)).toEqual({
      title: 'This invitation has expired',
      text: 'Ada Admin invited grace@example.com to Acme; the link held until 28 Nov 2026.',
      next: 'To join, ask Ada Admin, or another admin of Acme, for a new one.',
    });
  });

  test('says whom to ask when it was revoked', () => {
    expect(wordsForProblem({ ...invitation, status: 'revoked' }, reader).next).toBe(
      'If that was a mistake, ask Ada Admin, or another admin of Acme, to invite you again.',
    );
  });

  test.each([
    [null, 'Sign in as grace@example.com to go there.'],
    [reader, 'You are no longer a member.'],
    [
      { email: 'eve@example.com', isMember: false },
      'You are signed in as eve@example.com. Sign in as grace@example.com to go there.',
    ],
    [{ ...reader, isMember: true }, 'You are a member of Acme all the same.'],
  ])('says how to go on when it was used, to %j', (who, next) => {
    expect(wordsForProblem({ ...invitation, status: 'accepted' }, who).next).toContain(next);
  });
});
