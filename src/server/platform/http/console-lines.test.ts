import { Console } from 'node:console';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { logWhatIsPrinted } from './console-lines';

function linesOf(print: (target: Console) => void): unknown[] {
  let text = '';
  const target = new Console(new PassThrough());
  logWhatIsPrinted(createLogger('info', { write: (line) => (text += line) }), target);
  print(target);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

test('what is printed becomes one line of JSON', () => {
  const lines = linesOf((target) => {
    target.error('\u001b[31m ⨯ \u001b[39m', new TypeError('one\ntwo'));
    target.warn('%s of %d\nlines', 'two', 2);
    target.log(' ▲ ready');
    target.log('');
    target.debug('too much');
  });
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: '⨯',
      err: expect.objectContaining({ type: 'TypeError' }),
    }),
    expect.objectContaining({ level: 'warn', msg: 'two of 2\nlines' }),
    expect.objectContaining({ level: 'info', msg: '▲ ready' }),
  ]);
});

test('a client that went away is told of in one line without a stack', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const lines = linesOf((target) => target.error(aborted));
  expect(lines).toEqual([expect.objectContaining({ level: 'info', event: 'request broken off' })]);
  expect(JSON.stringify(lines)).not.toContain('stack');
});

test('a page that its reader may not see fills no log', () => {
  const refused = Object.assign(new Error('Unauthorized'), { code: 'UNAUTHORIZED' });
  expect(linesOf((target) => target.error(' ⨯ ', refused))).toEqual([]);
});
