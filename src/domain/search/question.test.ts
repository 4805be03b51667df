import { expect, test } from 'vitest';
import { anywhere, questionText, searchQuestion } from './question';

test.each([
  ['Debian 12', { words: ['debian', '12'], place: [] }],
  ['  node 20 in Payments ', { words: ['node', '20'], place: ['payments'] }],
  ['node in prod in web shop', { words: ['node', 'in', 'prod'], place: ['web', 'shop'] }],
  ['in payments', { words: ['in', 'payments'], place: [] }],
  ['node in', { words: ['node', 'in'], place: [] }],
  ['', { words: [], place: [] }],
])('reads %j', (text, question) => {
  expect(searchQuestion(text)).toEqual(question);
});

test('is written down as it could have been typed, and taken as plain words', () => {
  const question = searchQuestion('Node 20  in payments');
  expect(questionText(question)).toBe('node 20 in payments');
  expect(anywhere(question)).toEqual({ words: ['node', '20', 'in', 'payments'], place: [] });
});
