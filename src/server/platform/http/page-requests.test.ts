import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import {
  dropMalformedRouterState,
  dropPartialRequests,
  isMeantUpgrade,
  refusalOfBody,
} from './page-requests';

function requestWith(headers: Record<string, string>, url = '/images'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { headers, url });
}

const STATE = [
  '',
  { children: ['(dashboard)', { children: [['imageTagId', 'x', 'd', null], {}] }] },
];

test.each([
  [true, encodeURIComponent(JSON.stringify(STATE))],
  [true, encodeURIComponent(JSON.stringify([...STATE, null, 'refetch', 16]))],
  [true, '["",{}]'],
  [false, '%zz'],
  [false, '["",{}'],
  [false, '{}'],
  [false, '["",{"children":["x"]}]'],
  [false, '["",{},1]'],
  [false, `["${'a'.repeat(40_000)}",{}]`],
])('%s: the state of a page’s own navigation is kept', (isKept, text) => {
  const request = requestWith({ rsc: '1', 'next-router-state-tree': text });
  dropMalformedRouterState(request);
  expect(request.headers['next-router-state-tree']).toBe(isKept ? text : undefined);
  expect(request.headers.rsc).toBe('1');
});

test('another protocol is meant by pages that are compiled anew alone', () => {
  const hotReload = requestWith({ upgrade: 'WebSocket' }, '/_next/hmr?id=1');
  expect(isMeantUpgrade(hotReload, { dev: true })).toBe(true);
  expect(isMeantUpgrade(hotReload, { dev: false })).toBe(false);
  for (const [upgrade, url] of [
    ['h2c', '/_next/hmr'],
    ['websocket', '/images'],
  ] as const) {
    expect(isMeantUpgrade(requestWith({ upgrade }, url), { dev: true })).toBe(false);
  }
});

test.each([
  [true, '/api/trpc/account.requestReset', '1048577'],
  [false, '/api/trpc/account.requestReset', '1048576'],
  [true, '/api/auth/callback/credentials', '16385'],
  [false, '/api/auth/signout', '16384'],
  [false, '/api/auth/signout', undefined],
  [false, '/api/trpcs', '99999999'],
])('%s: refused before anything else sees it: %s with %s bytes', (isRefused, path, length) => {
  const request = requestWith(length === undefined ? {} : { 'content-length': length }, path);
  expect(refusalOfBody(request, path)?.status ?? null).toBe(isRefused ? 413 : null);
});

test('asks Next for no part of a file, and for no file on a condition that it cannot answer', () => {
  const kept = { 'if-none-match': '"x"', 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' };
  const asked = { range: 'bytes=5-1', 'if-range': 'x', 'if-match': '"x"' };
  const request = requestWith({ ...kept, ...asked, 'if-unmodified-since': 'x' });
  dropPartialRequests(request);
  expect(request.headers).toEqual(kept);
});
