import { expect, it } from 'vitest';
import { decodedPart, parseAsRunningIn, whereRunning } from './page-params';

const CLUSTER = '01931c5b-0f8e-7a3c-b5d2-6e1c9a7f4d08';

it.each([
  ['node%2Ejs', 'node.js'],
  ['%C3%A9', 'é'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%C3%28', '%C3%28'],
])('a part of a path, %s, is what it was before it was encoded', (part, name) => {
  expect(decodedPart(part)).toBe(name);
});

it.each([
  [null, { running: null, clusterId: null }],
  ['yes', { running: true, clusterId: null }],
  ['no', { running: false, clusterId: null }],
  [CLUSTER, { running: null, clusterId: CLUSTER }],
])('where images run, %s, is a condition on any cluster or on one', (choice, conditions) => {
  expect(whereRunning(choice)).toEqual(conditions);
});

it.each([
  ['yes', 'yes'],
  [CLUSTER, CLUSTER],
  ['maybe', null],
])('%s in an address is where images run, or no condition', (text, choice) => {
  expect(parseAsRunningIn.parse(text)).toBe(choice);
});
