import { expect, test } from 'vitest';
import { actionWords, changesBetween, SUBJECT_OPTIONS, subjectName } from './words';

test.each([
  ['api_key.rotate', 'API key rotated'],
  ['member.change_role', 'Member given another role'],
  ['account.sign_in', 'Account signed in'],
  ['account.sign_in_failed', 'Account failed to sign in'],
  ['channel.replay', 'Channel sent a message again'],
  ['catalog', 'Catalog'],
  ['feed_token.revoke', 'Feed revoked'],
  ['project.set_owner', 'Project given an owner'],
  ['image.retire_by_rule', 'Image retired by rule'],
  ['retirement_rules.change', 'Rules for retired images changed'],
  ['evidence_pack.sign', 'Evidence pack signed'],
  ['catalog_source.request_reading', 'External catalog asked to be read'],
  ['team.add_member', 'Person added to a team'],
  ['time_machine.turn_on', 'Time machine turn on'],
  // The log's address names any.
  ['constructor', 'Constructor'],
  ['__proto__', '  proto  '],
  ['plan.constructor', 'Plan constructor'],
])('an action reads as a sentence: %s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

test.each(['evidence_pack', 'pack_schedule', 'support_promise'])(
  'the log can be narrowed to changes of a kind: %s',
  (kind) => {
    expect(SUBJECT_OPTIONS.map(({ value }) => value)).toContain(kind);
  },
);

const NOTHING = { before: null, after: null, subject_kind: 'note', subject_id: 'an id' };

test.each([
  [{ after: { product_name: 'Debian', cycle: '11' } }, 'Debian 11'],
  [{ after: { product_name: 'Debian' } }, 'Debian'],
  [{ after: { label: 'Team calendar', scope: 'team' } }, 'Team calendar'],
  [{ before: { project: 'shop', owner: null }, after: { project: 'shop', owner: 'Web' } }, 'shop'],
  [{ after: { repository: 'acme/shop', issuer: 'github' } }, 'acme/shop'],
  [{ after: { number: 3, signer: 'reviewer' } }, 'No. 3'],
  [{ after: { retired_at: '2026-11-01', images: [{ id: 'a' }, { id: 'b' }] } }, '2 images'],
  [{ subject_kind: 'owner_rules', after: { rules: [] } }, 'The organization'],
  [{ before: { rules: [] } }, 'an id'],
])('a record is called as people know it: %j', (event, name) => {
  expect(subjectName({ ...NOTHING, ...event })).toBe(name);
});

test('changed fields come before those that stayed', () => {
  const before = { id: '1', name: 'a', days: 30, gone: true };
  expect(changesBetween(before, { id: '1', name: 'b', days: 30, rules: { warn: null } })).toEqual([
    { field: 'name', before: 'a', after: 'b', isChanged: true },
    { field: 'gone', before: 'true', after: null, isChanged: true },
    { field: 'rules', before: null, after: '{\n  "warn": null\n}', isChanged: true },
    { field: 'id', before: '1', after: '1', isChanged: false },
    { field: 'days', before: '30', after: '30', isChanged: false },
  ]);
});

test('a record that was created or deleted has no other side', () => {
  const record = { name: 'a', note: null };
  const came = { field: 'name', before: null, after: 'a', isChanged: true };
  const none = { field: 'note', before: null, after: null, isChanged: false };
  expect(changesBetween(null, record)).toEqual([came, none]);
  expect(changesBetween(record, null)[0]).toMatchObject({ before: 'a', after: null });
  expect(changesBetween(null, null)).toEqual([]);
});
