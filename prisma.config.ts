import { fileURLToPath } from 'node:url';
import { defineConfig } from 'prisma/config';

// Prisma would download its schema engine at first use. Ours runs the same engine from its npm package.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('prisma/schema-engine.mjs', import.meta.url),
);

export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
  datasource: {
    // `generate` connects to nothing, and must work where no database is set up.
    url: process.env.DATABASE_URL ?? 'postgresql://localhost:5432/eventide',
  },
});
