import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../../../e2e/fixtures/payloads/', import.meta.url));

/** What scanners have sent, and hand-made uploads at the edge of the contract, by their path in the fixtures. */
export const SAMPLE_PAYLOADS: readonly { readonly name: string; readonly body: Buffer }[] =
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({ name, body: readFileSync(FOLDER + name) }));
