import { Console } from 'node:console';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '@/server/platform/log';
import { logWhatIsPrinted } from './http/console-lines';
import { logWhatNobodyCaught } from './uncaught';

/** What the log has, where Next prints as well what nobody caught. */
function linesOf(happen: (process: EventEmitter) => void): unknown[] {
  let text = '';
  const logger = createLogger('info', { write: (line) => (text += line) });
  const target = new Console(new PassThrough());
  logWhatIsPrinted(logger, target);
  const process = new EventEmitter();
  process.on('uncaughtException', (err) => target.error(' ⨯', 'uncaughtException: ', err));
  // Another part of it does so as well, without a word before.
  process.on('uncaughtException', (err) => {
    target.error(err);
  });
  process.on('unhandledRejection', (err) => target.error(' ⨯', 'unhandledRejection:', err));
  logWhatNobodyCaught(logger, process);
  happen(process);
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line): unknown => JSON.parse(line));
}

test('what nobody caught is one line with its event and its error', () => {
  const lines = linesOf((process) => {
    process.emit('uncaughtException', new TypeError('one'), 'uncaughtException');
    process.emit('unhandledRejection', new RangeError('two'), Promise.resolve());
  });
  expect(lines).toMatchObject([
    { level: 'error', event: 'uncaught', msg: 'one', err: { type: 'TypeError' } },
    { level: 'error', event: 'uncaught', msg: 'two', err: { type: 'RangeError' } },
  ]);
  expect(lines).toHaveLength(2);
});

test('what is thrown and no error is named by its kind alone', () => {
  const lines = linesOf((process) => {
    process.emit('uncaughtException', 'a text of an upload');
    process.emit('unhandledRejection', { rows: ['an upload'] });
  });
  expect(lines).toMatchObject([{ event: 'uncaught' }, { event: 'uncaught' }]);
  expect(JSON.stringify(lines)).not.toContain('upload');
});

test('a client that went away and a page that was refused fill no log', () => {
  const gone = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  const refused = Object.assign(new Error('Unauthorized'), { code: 'UNAUTHORIZED' });
  const lines = linesOf((process) => {
    process.emit('uncaughtException', gone);
    process.emit('unhandledRejection', refused);
  });
  expect(lines).toEqual([expect.objectContaining({ event: 'request broken off' })]);
});
