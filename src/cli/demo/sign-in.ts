import { people } from '../../../prisma/seed/organization/people';

/** Printed, and the same in every demo: nothing in it is worth a secret. */
export const DEMO_PASSWORD = 'eventide-demo';
export const DEMO_API_KEY = 'evt_AcmeDemo_ThisKeyIsPrintedByTheDemoAndKnownToAnybody1';
export const DEMO_KEY_NAME = 'Demo scanner';

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
    '  Try it:',
    `    curl -s ${url}/v1/scanner/eol_software -H 'Authorization: ApiKey ${DEMO_API_KEY}'`,
    '',
    '  Ctrl-C stops it. The data stays; "npm run demo -- --reset" loads it afresh.',
    '',
  ].join('\n');
}
