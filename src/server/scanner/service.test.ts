import { expect, test } from 'vitest';
import { loadEnv } from '@/env';
import { scannerSetupOf } from './service';

const publicUrl = 'https://eol.example.com';

test.each([
  [{}, null],
  [{ SCANNER_TLS_PORT: '8443' }, { port: 8443, caUrl: `${publicUrl}/scanner-ca.pem` }],
  [
    { SCANNER_TLS_PORT: '443', SCANNER_TLS_CERT: 'a.pem', SCANNER_TLS_KEY: 'b.pem' },
    { port: 443, caUrl: null },
  ],
])('%j', (variables, listener) => {
  const env = loadEnv({ PUBLIC_URL: publicUrl, ...variables });
  expect(scannerSetupOf(env)).toEqual({ publicUrl, listener });
});
