import { defineConfig } from '@playwright/test';
import { chromiumPath } from './e2e/browser.mjs';

/** What a Chromium needs on a machine without a screen, and what keeps it from calling home. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs against the built server; `e2e/started-app.ts` starts it with a throw-away database. */
export default defineConfig({
  testDir: 'e2e/specs',
  globalSetup: './e2e/started-app.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Written by the set-up, which runs before any test reads it.
    baseURL: process.env.E2E_ORIGIN,
    launchOptions: { executablePath: chromiumPath(), args },
    timezoneId: 'UTC',
    locale: 'en-GB',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
