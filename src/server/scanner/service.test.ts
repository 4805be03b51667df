import { expect, test } from 'vitest';
import { loadEnv } from '@/env';
import { scannerSetupOf } from './service';

const publicUrl = 'https://eol.example.com';

test.each([
  [{}, null],
  [
    { SCANNER_TLS_PORT: '8443' },
    { port: 8443, caUrl: `${publicUrl}/scanner-ca.pem`, address: null, takesIpv6: false },
  ],
  [
    { SCANNER_TLS_PORT: '443', SCANNER_TLS_CERT: 'a.pem', SCANNER_TLS_KEY: 'b.pem' },
    { port: 443, caUrl: null, address: null, takesIpv6: false },
  ],
  [
    { SCANNER_TLS_PORT: '8443', SCANNER_ADDRESS: 'scan.example.com', HOST: '::' },
    {
      ...{ port: 8443, caUrl: `${publicUrl}/scanner-ca.pem` },
      ...{ address: 'scan.example.com', takesIpv6: true },
    },
  ],
])('%j', (variables, listener) => {
  const env = loadEnv({ PUBLIC_URL: publicUrl, ...variables });
  expect(scannerSetupOf(env)).toEqual({ publicUrl, listener });
});

test.each([
  ['192.0.2.7', true],
  ['2001:db8::7', true],
  ['a1b2.elb.example.com', true],
  ['https://scan.example.com', false],
  ['scan.example.com:443', false],
  ['-o', false],
])('scanners are sent to %s: %j', (address, isTaken) => {
  const load = () => loadEnv({ SCANNER_TLS_PORT: '8443', SCANNER_ADDRESS: address }).scannerAddress;
  if (isTaken) expect(load()).toBe(address);
  else expect(load).toThrow('SCANNER_ADDRESS: wants');
});
