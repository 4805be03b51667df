import { countWrongCatalogFacts } from '@/server/catalog/service/facts';
import { findOrganizations } from '@/server/holding/service';
import { countWrongFacts } from '@/server/past/service';
import type { Database } from '@/server/platform/db/db';

export interface FactsDeps {
  readonly db: Database;
  /** Prints a line. */
  say(line: string): void;
}

/**
 * Replays the facts on when release cycles end, and holds what they come to against the tables.
 * @returns the status that the process ends with: 1 where something differs
 */
export async function checkFacts({ db, say }: FactsDeps): Promise<number> {
  const differences = [
    { name: 'The catalog', wrong: await countWrongCatalogFacts(db) },
    ...(await organizationFacts(db)),
  ];
  for (const { name, wrong } of differences) {
    say(wrong === 0 ? `${name}: right` : `${name}: ${wrong.toLocaleString('en')} wrong`);
  }
  return differences.some(({ wrong }) => wrong > 0) ? 1 : 0;
}

async function organizationFacts(db: Database) {
  const differences = [];
  for (const { id, name } of await findOrganizations(db)) {
    differences.push({ name, wrong: await countWrongFacts(id, db) });
  }
  return differences;
}
