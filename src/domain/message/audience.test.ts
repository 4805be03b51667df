import { describe, expect, test } from 'vitest';
import {
  audienceOf,
  concernOf,
  cutFor,
  cutForTeam,
  forAdmins,
  type Reader,
  standingFor,
  stillStands,
} from './audience';
import { itemOf, type MessageContent, type MessageItem } from './content';
import { MESSAGE_KINDS } from './kinds';

const PAYMENTS = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d01';
const SHOP = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d02';
const ADA = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d03';
const EVE = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d04';

const reader = (userId: string, more: Partial<Reader> = {}): Reader => ({
  ...{ userId, role: 'member', teamIds: [] },
  ...more,
});
function said(kind: MessageContent['kind'], ...items: Partial<MessageItem>[]): MessageContent {
  return {
    ...{ kind, severity: 'info', title: 'All of it', summary: '', links: [] },
    items: items.map((item, at) =>
      itemOf({ key: String(at), what: `Thing ${String(at)}`, ...item }),
    ),
    total: items.length,
  };
}

describe('what a team owns', () => {
  const content = said('support.ends', { teamId: PAYMENTS }, { teamId: SHOP }, {});

  test('concerns who is in the team, and nobody else: no admin either', () => {
    expect(concernOf(content, reader(ADA, { teamIds: [PAYMENTS] }))).toEqual({
      ...{ asAdmin: false, asSelf: false, teamIds: [PAYMENTS] },
    });
    expect(concernOf(content, reader(ADA))).toBeNull();
    const owned = said('support.ends', { teamId: PAYMENTS });
    expect(concernOf(owned, reader(ADA, { role: 'admin' }))).toBeNull();
  });

  test('is all that they are told of, with a title that is true of it', () => {
    const mine = cutFor(content, reader(ADA, { teamIds: [PAYMENTS] }));
    expect(mine?.items.map(({ what }) => what)).toEqual(['Thing 0']);
    expect(mine).toMatchObject({ title: 'Support ends: Thing 0', total: 1 });
    const both = cutFor(content, reader(ADA, { teamIds: [SHOP, PAYMENTS] }));
    expect(both?.title).toBe('Support ends: Thing 0 and 1 more');
    expect(cutFor(content, reader(EVE))).toBeNull();
  });

  test('is all that its address is told of', () => {
    expect(cutForTeam(content, SHOP)?.items.map(({ what }) => what)).toEqual(['Thing 1']);
    expect(cutForTeam(content, ADA)).toBeNull();
  });
});

describe('what a team owns that has nobody in it', () => {
  const content = said('support.ends', { teamId: PAYMENTS }, { teamId: SHOP });
  const empty = forAdmins(content, [PAYMENTS]);
  const admin = reader(ADA, { role: 'admin' });

  test('concerns admins, and is all that they are told of', () => {
    expect(concernOf(content, admin)).toBeNull();
    expect(concernOf(empty, admin)).toEqual({ asAdmin: true, asSelf: false, teamIds: [] });
    expect(cutFor(empty, admin)?.items.map(({ what }) => what)).toEqual(['Thing 0']);
    expect(concernOf(empty, reader(EVE))).toBeNull();
  });

  test('concerns whom it names, and no admin where it names somebody', () => {
    const named = said('waiver.ending', { teamId: PAYMENTS, personIds: [EVE] });
    expect(concernOf(forAdmins(named, [PAYMENTS]), admin)).toBeNull();
  });

  test('is left as it is where all teams have people', () => {
    expect(forAdmins(content, [])).toBe(content);
  });
});

test('what nobody owns concerns admins', () => {
  const content = said('date.changed', {});
  expect(concernOf(content, reader(ADA, { role: 'admin' }))?.asAdmin).toBe(true);
  expect(concernOf(content, reader(ADA, { role: 'member' }))).toBeNull();
  expect(concernOf(content, reader(ADA, { role: 'viewer' }))).toBeNull();
});

test('what names people concerns them, whatever their role, and admins no more than others', () => {
  const content = said('waiver.ending', { personIds: [ADA] });
  expect(concernOf(content, reader(ADA, { role: 'viewer' }))?.asSelf).toBe(true);
  expect(concernOf(content, reader(EVE, { role: 'admin' }))).toBeNull();
});

test('what waits for a decision concerns admins and whoever answers for it, but not whoever asks', () => {
  const content = said('waiver.asked', { personIds: [ADA] });
  const people = [reader(ADA), reader(EVE, { role: 'admin' }), reader(SHOP), reader(PAYMENTS)];
  const heard = audienceOf(content, people, null).map(({ member }) => member.userId);
  expect(heard).toEqual([ADA, EVE]);
  expect(audienceOf(content, people, EVE).map(({ member }) => member.userId)).toEqual([ADA]);
});

test('what concerns the organization as a whole concerns admins, though it lists nothing', () => {
  const content = said('channel.disabled');
  expect(concernOf(content, reader(ADA, { role: 'admin' }))?.asAdmin).toBe(true);
  expect(concernOf(content, reader(ADA))).toBeNull();
  expect(cutFor(content, reader(ADA, { role: 'admin' }))?.title).toBe('All of it');
  expect(cutForTeam(content, SHOP)).toBeNull();
});

test('what is made for one receiver concerns nobody else', () => {
  const admin = reader(ADA, { role: 'admin', teamIds: [SHOP] });
  for (const kind of ['test', 'digest'] as const) {
    expect(concernOf(said(kind, { teamId: SHOP, personIds: [ADA] }), admin)).toBeNull();
  }
});

test('nobody is concerned by what is of others, whatever is said', () => {
  for (const kind of MESSAGE_KINDS) {
    const content = said(kind, { teamId: SHOP }, { personIds: [ADA] }, {});
    expect(concernOf(content, reader(EVE, { teamIds: [PAYMENTS] }))).toBeNull();
  }
});

describe('what counted of a member when something was cut for them', () => {
  const standing = (who: Reader, ...messages: MessageContent[]) =>
    standingFor(messages.flatMap((content) => concernOf(content, who) ?? []));
  const admin = reader(ADA, { role: 'admin', teamIds: [PAYMENTS, SHOP] });

  test('is the role and the teams without which some of it would not concern them', () => {
    const ofTeam = said('support.ends', { teamId: SHOP });
    expect(standing(admin, ofTeam, ofTeam)).toEqual({ asAdmin: false, teamIds: [SHOP] });
    expect(standing(admin, ofTeam, said('key.expiring'))).toEqual({
      ...{ asAdmin: true, teamIds: [SHOP] },
    });
    const named = said('waiver.decided', { personIds: [ADA] });
    expect(standing(admin, named)).toEqual({ asAdmin: false, teamIds: [] });
  });

  test('still stands with more than that, and with nothing less', () => {
    const as = { asAdmin: true, teamIds: [SHOP] };
    expect(stillStands(as, admin)).toBe(true);
    expect(stillStands(as, { ...admin, teamIds: [SHOP] })).toBe(true);
    expect(stillStands(as, { ...admin, teamIds: [PAYMENTS] })).toBe(false);
    expect(stillStands(as, { ...admin, role: 'member' })).toBe(false);
    expect(stillStands({ asAdmin: false, teamIds: [] }, reader(EVE))).toBe(true);
  });
});
