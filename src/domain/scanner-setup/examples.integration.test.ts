import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { scanEventPayloadV2 } from '@/domain/scan/payload';
import { readExample, uploadExample } from './examples';

describe('uploadExample', () => {
  const command = uploadExample({ publicUrl: 'https://eol.example.com', apiKey: "evt_it's" });
  // The shell itself takes the command apart.
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`])
    .toString()
    .split('\0');

  it('calls the service with the key', () => {
    expect(words).toContain('https://eol.example.com/api/v2/scan');
    expect(words).toContain("Authorization: ApiKey evt_it's");
  });

  it('sends a scan the service takes', () => {
    const body: unknown = JSON.parse(words[words.indexOf('-d') + 1] ?? '');
    expect(scanEventPayloadV2.parse(body)).toMatchObject({
      Matches: [{ Cycle: { ProductName: 'Node.js' } }, { Cycle: { ProductName: 'PostgreSQL' } }],
    });
  });
});

it('calls the service with the key', () => {
  const command = readExample({ publicUrl: 'https://eol.example.com', apiKey: "evt_it's" });
  // The shell itself takes the command apart.
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }; ${command}`])
    .toString()
    .split('\0');
  expect(words).toContain('https://eol.example.com/api/software?size=10');
  expect(words).toContain("Authorization: ApiKey evt_it's");
});
