import { expect, test } from 'vitest';
import type { InvitationMail } from '@/domain/invitation/invitation';
import { wordsForOutcome } from './words';

const made = (mail: InvitationMail) => ({ email: 'a@example.com', link: 'https://x', mail });
const refused = { email: 'b@example.com', problem: 'Not invited.' };

const elsewhere = { ...made('sent'), link: null };

test.each([
  [[elsewhere, elsewhere], '2 people invited', /^The mails are on their way.$/],
  [[made('sent')], '1 person invited', /^The mails are on their way/],
  [[made('sent'), made('sent'), refused], '2 people invited', /^The mails are on their way/],
  [[made('sent'), made('failed')], '2 people invited', /^1 of 2 mailed/],
  [[made('not_configured')], '1 person invited', /^No mail went out/],
  [[made('refused'), made('failed')], '2 people invited', /^No mail went out/],
  [[refused], 'Nobody was invited', /next to each address/],
])('claims a mail only where one was taken', (outcomes, title, description) => {
  expect(wordsForOutcome(outcomes)).toEqual({
    title,
    description: expect.stringMatching(description),
  });
});
