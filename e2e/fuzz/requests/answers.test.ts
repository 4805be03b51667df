import { expect, test } from 'vitest';
import { faultIn, isOfBusyServer } from './answers';
import { LogFaults } from './server-log';

const answer = (status: number, type: string, text: string) => ({
  ...{ status, headers: { 'content-type': type }, text },
});
const JSON_TYPE = 'application/json';

test.each([
  ['a 5xx', answer(500, JSON_TYPE, '{}')],
  ['a page that failed later', answer(200, 'text/html; charset=utf-8', 'x<script>$RX("B:0","")')],
  [
    'one of several calls',
    answer(207, JSON_TYPE, '[{"result":1},{"error":{"message":"x","code":-32603}}]'),
  ],
  [
    'an internal error of a tool',
    answer(200, 'text/event-stream', 'data: {"text":"The server could not answer. Its log says'),
  ],
])('%s is a fault', (_, failed) => {
  expect(faultIn(failed)).toMatch(/^(?:500|2\d\d that failed later)/);
});

test.each([
  ['a page that shows code', answer(200, 'text/html', 'answers with "code": -32603')],
  ['a call that is refused', answer(400, JSON_TYPE, '{"error":{"code":-32600}}')],
  [
    'params that the protocol’s schema refuses',
    answer(200, 'text/event-stream', String.raw`{"code":-32603,"message":"[\n  {\n    \"expected"`),
  ],
])('%s is none', (_, fine) => {
  expect(faultIn(fine)).toBeNull();
});

test('a server that has too much to do is asked again', () => {
  expect(isOfBusyServer(answer(503, JSON_TYPE, ''))).toBe(true);
  expect(isOfBusyServer(answer(207, JSON_TYPE, '[{"code":"SERVICE_UNAVAILABLE"}]'))).toBe(true);
  expect(isOfBusyServer(answer(500, JSON_TYPE, ''))).toBe(false);
});

test('the log tells each kind of error once, but for those of requests that were answered 5xx', () => {
  const line = (level: string, requestId: string, msg: string) =>
    JSON.stringify({ level, requestId, msg, err: { type: 'Error', message: `row ${requestId}` } });
  const lines = [
    ...[line('error', '1', 'request failed'), line('error', '2', 'request failed')],
    ...[line('warn', '3', 'a warning'), line('error', '4', 'request failed'), 'no line of ours'],
    line('fatal', '5', 'another'),
  ];
  const faults = new LogFaults();
  const text = `${lines.join('\n')}\n`;
  // In pieces, as a log is read while it is written.
  const news = [text.slice(0, 50), text.slice(50)].flatMap((piece) =>
    faults.news(piece, new Set(['1'])),
  );
  expect(news).toEqual([lines[1], lines[5]]);
  expect(faults.news(text, new Set(['1']))).toEqual([]);
});
