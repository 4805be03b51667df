import { resolve } from 'node:path';
import { feedUrl } from '@/domain/feed/address';
import { type LoadedEnv, loadEnv } from '@/env';
import { people } from '../../../prisma/seed/organization/people';

/** Printed, and the same in every demo: nothing in it is worth a secret. */
export const DEMO_PASSWORD = 'eventide-demo';
export const DEMO_API_KEY = 'evt_AcmeDemo_ThisKeyIsPrintedByTheDemoAndKnownToAnybody1';
export const DEMO_KEY_NAME = 'Demo scanner';
export const DEMO_FEED_TOKEN = 'evf_AcmeFeed_ThisFeedIsPrintedByTheDemoAndKnownToAnybody';
/** An upload of a stock scanner, from the folder that the demo is started in. */
const RECORDED_SCAN = 'e2e/fixtures/payloads/captured/v2-current-image.json';

/** Says how to use a demo that runs at this address. */
export function signInText(url: string): string {
  return [
    '',
    `  Eventide demo: ${url}`,
    '',
    '  Sign in with one of these e-mail addresses',
    ...people.map(({ email, role }) => `    ${email.padEnd(22)} (${role})`),
    `  Password  ${DEMO_PASSWORD}`,
    '',
    `  API key   ${DEMO_API_KEY} (role scanner)`,
    '  Upload a recorded scan, and see it arrive on the overview:',
    `    curl -X PUT ${url}/v2/scan -H 'Authorization: ApiKey ${DEMO_API_KEY}' \\`,
    `      -H 'Content-Type: application/json' --data @${RECORDED_SCAN}`,
    '',
    '  Calendar, feed and badge of what ends, read without signing in',
    ...(['calendar.ics', 'feed.atom', 'badge.svg'] as const).map(
      (file) => `    ${feedUrl(url, DEMO_FEED_TOKEN, file)}`,
    ),
    '',
    '  Ctrl-C stops it. The data stays; "npm run demo -- --reset" loads it afresh.',
    '',
  ].join('\n');
}

/**
 * The demo's configuration: its own embedded database, in a folder of its own unless DATA_DIR names one,
 * reachable from this machine only unless HOST says otherwise, and quiet, so that what it prints is seen.
 * Everything else is as for `npm start`.
 * @throws ConfigurationError
 */
export function demoEnv(source: Readonly<Record<string, string | undefined>>): LoadedEnv {
  const env = loadEnv({
    ...source,
    HOST: source.HOST || '127.0.0.1',
    LOG_LEVEL: source.LOG_LEVEL || 'warn',
    DATABASE_URL: undefined,
    DATABASE_OWNER_URL: undefined,
    // These make an admin and an organization of a real installation.
    ADMIN_EMAIL: undefined,
    ADMIN_PASSWORD: undefined,
    BOOTSTRAP_ORGANIZATION: undefined,
    BOOTSTRAP_API_KEY: undefined,
  });
  const demo = { ...env, isDemo: true };
  return env.dataDirIsChosen ? demo : { ...demo, dataDir: resolve('.data/demo') };
}
