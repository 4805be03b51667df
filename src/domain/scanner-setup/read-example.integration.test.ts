import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { readExample } from './read-example';

it('calls the service with the key', () => {
  const command = readExample({ publicUrl: 'https://eol.example.com', apiKey: "evt_it's" });
  // The shell itself takes the command apart.
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`])
    .toString()
    .split('\0');
  expect(words).toContain('https://eol.example.com/api/software?size=10');
  expect(words).toContain("Authorization: ApiKey evt_it's");
});
