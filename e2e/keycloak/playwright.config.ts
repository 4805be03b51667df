import { defineConfig } from '@playwright/test';
import shared from '../../playwright.config';

/** Against the Keycloak that `npm run test:keycloak` has started, and a server of the tests' own. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: undefined,
  outputDir: '../../test-results/keycloak',
  timeout: 120_000,
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
});
