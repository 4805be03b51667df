import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { z } from 'zod';

/**
 * Signatures of Standard Webhooks (its specification, "Signature scheme"): `v1` is an HMAC-SHA256 with a secret that both
 * sides know, `v1a` an ed25519 signature that anybody can check with the channel's public key.
 */

/** The specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** What one generation of a channel's secrets holds. */
export const signingKeys = z.object({
  /** `whsec_` and base64. */
  secret: z.string(),
  /** `whsk_` and base64 of the private key and the public one, as the specification's own tools have it. */
  privateKey: z.string(),
  /** ISO 8601; null for the current generation. */
  endsAt: z.iso.datetime().nullable(),
});
export type SigningKeys = z.output<typeof signingKeys>;

/** Makes a new generation of secrets. */
export function makeSigningKeys(): SigningKeys {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const raw = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  return {
    secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`,
    privateKey: `whsk_${raw.toString('base64')}`,
    endsAt: null,
  };
}

/** The public key by which `v1a` signatures are checked: `whpk_` and base64. */
export function publicKeyOf({ privateKey }: Pick<SigningKeys, 'privateKey'>): string {
  return `whpk_${rawOf(privateKey, 'whsk_').subarray(32).toString('base64')}`;
}

/** The generations that sign at a moment: the current one, and the one before it until it ends. */
export function liveKeys(keys: readonly SigningKeys[], now: Date): SigningKeys[] {
  return keys.filter(({ endsAt }) => endsAt === null || new Date(endsAt) > now);
}

export interface SignedRequest {
  /** The same in every attempt. */
  readonly id: string;
  /** Of the attempt. */
  readonly at: Date;
  readonly body: string;
}

/** The three headers of a request; the signatures of all generations, with a space between them. */
export function signedHeaders(
  { id, at, body }: SignedRequest,
  keys: readonly SigningKeys[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const signatures = keys.flatMap((one) => [
    `v1,${createHmac('sha256', rawOf(one.secret, 'whsec_')).update(content).digest('base64')}`,
    `v1a,${sign(null, content, privateKeyOf(one)).toString('base64')}`,
  ]);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function rawOf(text: string, prefix: string): Buffer {
  return Buffer.from(text.slice(prefix.length), 'base64');
}

function privateKeyOf({ privateKey }: SigningKeys) {
  const raw = rawOf(privateKey, 'whsk_');
  return createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'OKP', crv: 'Ed25519' },
      d: raw.subarray(0, 32).toString('base64url'),
      x: raw.subarray(32).toString('base64url'),
    },
  });
}

/** Reads a public key as receivers do, for those who check signatures with Node. */
export function readPublicKey(text: string) {
  const x = rawOf(text, 'whpk_').toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}
