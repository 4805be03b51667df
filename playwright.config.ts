import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumPath } from './e2e/browser.mjs';
import { keepTestsInMemory } from './e2e/test-folder.mjs';

keepTestsInMemory();

/** Flags that a Chromium needs on a machine without a screen, and that keep it from calling home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs against the built server: each worker starts one of its own, with a throw-away database. */
export default defineConfig({
  testDir: 'e2e/specs',
  outputDir: 'test-results',
  // A worker is a browser, a server and a database, which wait for each other.
  workers: Math.min(availableParallelism(), 4),
  retries: 0,
  // Bounds for a machine whose processors are shared with others: a test that hangs reaches them, a slow one does not.
  timeout: 240_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: chromiumPath(), args },
    timezoneId: 'UTC',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
