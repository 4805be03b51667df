import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlCommand } from './answer/view';

/** The words that a shell makes of a command, with the key in its environment. */
function wordsOf(command: string): string[] {
  const printed = command.replace(/^curl /, "printf '%s\\0' ");
  return execFileSync('sh', ['-c', `EVENTIDE_KEY=evt_key; ${printed}`])
    .toString()
    .split('\0');
}

it('asks the API, with the key from the environment', () => {
  const words = wordsOf(
    curlCommand('https://eol.example.com', [{ purl: 'pkg:npm/a@1' }], 'STANDARD_SUPPORT'),
  );
  expect(words).toEqual([
    '-sS',
    'https://eol.example.com/api/eol/check',
    '-H',
    'Authorization: ApiKey evt_key',
    '-H',
    'Content-Type: application/json',
    '-d',
    '{"component":{"purl":"pkg:npm/a@1"}}',
    '',
  ]);
});

it('keeps quotes, dollars and backslashes as they are', () => {
  const purl = `pkg:npm/a'$(id)"\\\`@1`;
  const words = wordsOf(
    curlCommand('http://localhost', [{ purl }, { cpe: 'x' }], 'ACTIVE_SUPPORT'),
  );
  expect(words[1]).toBe('http://localhost/api/eol/check/batch');
  expect(JSON.parse(words[7] ?? '')).toEqual({
    components: [{ purl }, { cpe: 'x' }],
    lifecycle: 'ACTIVE_SUPPORT',
  });
});
