import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { keepTestsInMemory } from './e2e/test-folder.mjs';

keepTestsInMemory();

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

/** Tests of the API that start, kill and starve servers of their own: they go on beside the others. */
const SYSTEM = 'e2e/api/system/*.test.ts';
/** Tests of functions alone, without a state that one file could leave to the next. */
const PURE = 'src/domain/**/*.test.ts';
/**
 * Tests with a database that put another module in the place of one, which no other file may have loaded before, or that start
 * OpenTelemetry, which a process has once.
 */
const REPLACING = [
  'src/server/user/enumeration.integration.test.ts',
  'src/server/platform/telemetry/*.integration.test.ts',
];
/** Tests of the API that change something and list it. */
const LISTING = ['filters', 'exports-matrix', 'rescan', 'sboms', 'waivers', 'roles-matrix'].map(
  (name) => `e2e/api/${name}.test.ts`,
);

/** Tests of the API that upload, check, list, import, match and sign in: they are held against poolers, too. */
const STATEFUL = [
  'uploads',
  'upload-faults',
  'idempotency',
  'eol-check',
  'filters',
  'exports-matrix',
  'rescan',
  'sboms',
  'waivers',
  'session',
  'sign-in',
  'throttle',
  'channels',
  'roles-matrix',
].map((name) => `e2e/api/${name}.test.ts`);

export default defineConfig({
  resolve: { alias },
  test: {
    // Two even where there are only two processors: what talks to a database waits for it half of the time.
    maxWorkers: Math.min(Math.max(availableParallelism(), 2), 4),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'domain',
          include: [PURE],
          exclude: ['src/**/*.integration.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          // Most of the time would go into loading the same modules anew for each file.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: [
            ...['src/**/*.test.ts', 'prisma/**/*.test.ts', 'e2e/api/contract/*.test.ts'],
            ...['e2e/load/*.test.ts', 'e2e/fuzz/**/*.test.ts', 'e2e/soak/*.test.ts'],
            'e2e/kills/**/*.test.ts',
          ],
          exclude: ['src/**/*.integration.test.ts', PURE],
          environment: 'node',
          // Generated fleets and catalogs take seconds on a slow machine.
          testTimeout: 30_000,
          // What is waited for comes at once where nobody else works: a bound, not a time that is expected.
          expect: { poll: { timeout: 15_000 } },
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'integration',
          include: ['src/**/*.integration.test.ts', 'e2e/upgrades/*.test.ts'],
          exclude: REPLACING,
          environment: 'node',
          globalSetup: ['src/test/database-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Each file has a database of its own. Most of the time would go into loading the server anew for each.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'replacing',
          include: REPLACING,
          environment: 'node',
          globalSetup: ['src/test/database-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'upgrades',
          // All of what the integration tests take some of.
          include: ['e2e/upgrades/*.test.ts'],
          env: { UPGRADES: 'all' },
          environment: 'node',
          globalSetup: ['src/test/database-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'api',
          include: ['e2e/api/**/*.test.ts'],
          // Held against the document alone: no server needed.
          exclude: ['e2e/api/contract/**', SYSTEM],
          environment: 'node',
          globalSetup: ['e2e/api/started-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          // A third of the time would go into loading the same modules anew for each file.
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'system',
          include: [SYSTEM],
          environment: 'node',
          globalSetup: ['e2e/api/started-server.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'keycloak',
          // Against a real Keycloak, which `npm run test:keycloak` starts.
          include: ['e2e/keycloak/*.test.ts'],
          environment: 'node',
          globalSetup: ['src/test/database-cluster.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'pooled',
          // What holds state in the database, with a PgBouncer before it that `npm run test:database` has looked for.
          include: ['e2e/database/pooled/*.test.ts', ...STATEFUL],
          environment: 'node',
          globalSetup: ['e2e/database/pooled-servers.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'prepared',
          // The same with a PgBouncer from 1.21 on, which keeps the statements that the servers name.
          include: ['e2e/database/pooled/*.test.ts', ...STATEFUL],
          environment: 'node',
          globalSetup: ['e2e/database/pooled-servers.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'failover',
          // With PostgreSQL servers of its own, which it kills; `npm run test:database` has looked for the programs.
          include: ['e2e/database/failover/*.test.ts'],
          environment: 'node',
          testTimeout: 240_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'replica',
          // With a primary and replicas of its own, which it stops, kills and promotes.
          include: ['e2e/database/replica/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'replicated',
          // What changes something and lists it, with a standby that is late.
          include: LISTING,
          environment: 'node',
          globalSetup: ['e2e/database/replicated-servers.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'deploy',
          // With Helm and Kubernetes' schemas, which `npm run test:deploy` fetches.
          include: ['e2e/deploy/*.test.ts'],
          environment: 'node',
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'image',
          // Against the image of the Dockerfile, which `npm run test:image` builds.
          include: ['e2e/image/*.test.ts'],
          environment: 'node',
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
