import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma's CLI would download its schema engine; ours is the same engine from its registry package.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('./prisma/schema-engine.mjs', import.meta.url),
);

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  // `generate` needs no database; the other commands say so themselves when this one is not there.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/eventide' },
});
