import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { InventoryDocumentError } from '@/domain/inventory/document';
import { everyFormat } from './testing/every-format';
import { mutated, seeded } from './testing/mutations';
import { readBytes } from './testing/reading';

const FOLDER = fileURLToPath(new URL('../../../../e2e/fixtures/sboms/', import.meta.url));
const RECORDED = readdirSync(FOLDER).filter((name) => !name.endsWith('.md'));
const DOCUMENTS: readonly (readonly [string, Uint8Array])[] = [
  ...RECORDED.map((name) => [name, readFileSync(FOLDER + name)] as const),
  ...[...everyFormat(3)].map(([what, text]) => [what, Buffer.from(text)] as const),
];
/** The rest of it is `npm run test:fuzz`, which goes on for minutes. */
const CHANGED = 40;

it.each(DOCUMENTS)('%s, changed in places, is read or refused in words', (what, document) => {
  expect(() => readBytes(document)).not.toThrow();
  const random = seeded(what.length);
  for (let number = 0; number < CHANGED; number += 1) {
    try {
      readBytes(mutated(document, random), 1 + Math.floor(random() * 5_000));
    } catch (error) {
      if (!(error instanceof InventoryDocumentError)) throw error;
      expect(error.message.length).toBeLessThan(500);
    }
  }
});
