import { expect, test } from 'vitest';
import { loadEnv } from './env';

const secret = 's'.repeat(32);

test.each([
  ['off', false],
  ['false', false],
  ['on', true],
  ['true', true],
])('%s, as YAML writes it, switches passwords %s', (text, expected) => {
  const oidc = {
    ...{ OIDC_ISSUER: 'https://id.example.com', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' },
  };
  const source = { ...oidc, PASSWORD_LOGIN: text, DATABASE_PREPARED_STATEMENTS: text };
  expect(loadEnv(source)).toMatchObject({
    ...{ passwordLogin: expected, databasePreparedStatements: expected },
  });
});

test('a line end behind a value, as of a file, is no part of it; of the secret it stays one', () => {
  const env = loadEnv({
    ...{ ADMIN_EMAIL: 'ada@example.com\n', ADMIN_PASSWORD: 'correct horse battery\n' },
    ...{ AUTH_SECRET: `${secret}\n`, SMTP_URL: '\r\n' },
  });
  expect(env).toMatchObject({
    ...{ adminEmail: 'ada@example.com', adminPassword: 'correct horse battery' },
    ...{ authSecret: `${secret}\n`, mail: null },
  });
});

test.each([
  [{ PUBLIC_URL: 'https://eol.example.com', API_HOST: 'EOL.example.com' }],
  [{ PUBLIC_URL: 'https://eol.example.com:8443', API_HOST: 'eol.example.com' }],
  [{ PUBLIC_URL: 'https://eol.example.com:8443', API_HOST: 'eol.example.com:8443' }],
  [{ API_HOST: 'localhost' }],
])('%o: the host of pages shows pages', (source) => {
  expect(() => loadEnv(source)).toThrow('API_HOST: wants another host than that of PUBLIC_URL');
});

test('an address that may be asked is known however it is written', () => {
  const { outgoingAllowed } = loadEnv({ OUTGOING_ALLOW: 'FD00:0:0:0::7,fd00:0::/64' });
  expect(outgoingAllowed).toEqual({ hosts: new Set(['fd00::7']), networks: ['fd00:0::/64'] });
});
