import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseApiKey, parseSecret } from '@/domain/api-key/api-key';
import { newPasswordSchema } from '@/domain/user/account';
import { DEMO_API_KEY, DEMO_FEED_TOKEN, DEMO_PASSWORD, demoEnv, signInText } from './settings';

describe('the configuration of the demo', () => {
  it('keeps to itself unless told otherwise', () => {
    expect(demoEnv({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('.data/demo'),
      dataDirIsChosen: false,
      logLevel: 'warn',
      isDemo: true,
    });
  });

  it('takes what is set, but never the database or the first account of a real installation', () => {
    const env = demoEnv({
      PORT: '4000',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/demo',
      LOG_LEVEL: 'debug',
      DATABASE_URL: 'postgres://db.example/eventide',
      ADMIN_EMAIL: 'ops@example.com',
      ADMIN_PASSWORD: 'correct horse battery',
    });
    expect(env).toMatchObject({
      port: 4000,
      host: '0.0.0.0',
      dataDir: '/srv/demo',
      logLevel: 'debug',
    });
    expect(env.databaseUrl).toBeUndefined();
    expect(env.adminEmail).toBeUndefined();
  });
});

describe('the text that the demo prints', () => {
  it('names the address, an account for each role, the password and a key', () => {
    const text = signInText('http://localhost:3000');
    for (const part of [
      'http://localhost:3000',
      'admin@acme.example',
      'member@acme.example',
      'viewer@acme.example',
      DEMO_PASSWORD,
      DEMO_API_KEY,
      `http://localhost:3000/feeds/${DEMO_FEED_TOKEN}/calendar.ics`,
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toMatch(/sign.?in|password/i);
  });

  it('is accepted where it is to be used', () => {
    expect(parseApiKey(DEMO_API_KEY)).not.toBeNull();
    expect(parseSecret('feedToken', DEMO_FEED_TOKEN)).not.toBeNull();
    expect(newPasswordSchema.safeParse(DEMO_PASSWORD).success).toBe(true);
  });
});
