import { people } from '../../../prisma/seed/organization/people';

/** Printed, and the same in every demo: nothing in it is worth a secret. */
export const DEMO_PASSWORD = 'eventide-demo';
export const DEMO_API_KEY = 'evt_AcmeDemo_ThisKeyIsPrintedByTheDemoAndKnownToAnybody1';
export const DEMO_KEY_NAME = 'Demo scanner';
/** What a stock scanner sent, from the folder that the demo is started in. */
const RECORDED_SCAN = 'e2e/fixtures/payloads/captured/v2-current-image.json';

/** What to do with a demo that runs at this address. */
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
    '  Ctrl-C stops it. The data stays; "npm run demo -- --reset" loads it afresh.',
    '',
  ].join('\n');
}
