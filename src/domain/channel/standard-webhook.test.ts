import { verify } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import {
  liveKeys,
  makeSigningKeys,
  publicKeyOf,
  readPublicKey,
  signedHeaders,
} from './standard-webhook';

const keys = makeSigningKeys();
const body = '{"type":"test","data":{"title":"Grüße"}}';
// The library looks at the real clock.
const request = { id: 'msg_1', at: new Date(), body };

function partsOf(headers: Record<string, string>) {
  return (headers['webhook-signature'] ?? '').split(' ').map((one) => one.split(','));
}

describe('a signed request', () => {
  const headers = signedHeaders(request, [keys]);

  it('is what the library of Standard Webhooks takes', () => {
    expect(new Webhook(keys.secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(makeSigningKeys().secret).verify(body, headers)).toThrow();
    expect(() => new Webhook(keys.secret).verify(`${body} `, headers)).toThrow();
  });

  it('can be checked by anybody who has the public key', () => {
    const [, v1a] = partsOf(headers);
    expect(v1a?.[0]).toBe('v1a');
    const signed = `msg_1.${headers['webhook-timestamp'] ?? ''}.${body}`;
    const check = (text: string) =>
      verify(
        null,
        Buffer.from(text),
        readPublicKey(publicKeyOf(keys)),
        Buffer.from(v1a?.[1] ?? '', 'base64'),
      );
    expect(check(signed)).toBe(true);
    expect(check(`${signed} `)).toBe(false);
  });

  it('has the signatures of both generations, of which either will do', () => {
    const next = makeSigningKeys();
    const both = signedHeaders(request, [next, keys]);
    expect(partsOf(both).map(([version]) => version)).toEqual(['v1', 'v1a', 'v1', 'v1a']);
    for (const one of [keys, next]) new Webhook(one.secret).verify(body, both);
  });
});

it('makes secrets and keys in the forms of the specification', () => {
  expect(keys.secret).toMatch(/^whsec_/);
  expect(Buffer.from(keys.secret.slice(6), 'base64')).toHaveLength(32);
  expect(publicKeyOf(keys)).toMatch(/^whpk_/);
  expect(Buffer.from(publicKeyOf(keys).slice(5), 'base64')).toHaveLength(32);
  expect(Buffer.from(keys.privateKey.slice(5), 'base64')).toHaveLength(64);
});

it('signs with keys until they end', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ending = { ...keys, endsAt: '2026-11-21T12:00:00.001Z' };
  const ended = { ...keys, endsAt: '2026-11-21T12:00:00.000Z' };
  expect(liveKeys([keys, ending, ended], now)).toEqual([keys, ending]);
});
