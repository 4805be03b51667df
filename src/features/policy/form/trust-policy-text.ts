import { trustPolicyDocument } from '@/domain/policy/trust-policy';

/** A trust policy document as it is typed: what it says, or everything that keeps it from being one. */
export type TrustPolicyReading =
  | { readonly document: Record<string, unknown>; readonly messages: readonly [] }
  | { readonly document: null; readonly messages: readonly string[] };

/** More than that are not read anyway. */
const MESSAGES_TOLD = 10;

/** What a new signature policy starts with. */
export const SAMPLE_TRUST_POLICY = JSON.stringify(
  {
    version: '1.0',
    trustPolicies: [
      {
        name: 'production',
        registryScopes: ['registry.example.com/acme/shop'],
        signatureVerification: { level: 'strict' },
        trustStores: ['ca:xeol.io'],
        trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
      },
    ],
  },
  null,
  2,
);

export function readTrustPolicy(text: string): TrustPolicyReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it cannot be read';
    return { document: null, messages: [`This is not JSON yet: ${reason}`] };
  }
  const { data, error } = trustPolicyDocument.safeParse(value);
  if (data) return { document: data, messages: [] };
  const messages = error.issues.map(({ path, message }) => `${pathText(path)}: ${message}`);
  return { document: null, messages: messages.slice(0, MESSAGES_TOLD) };
}

/** `trustPolicies[0].name`. */
function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((key) => (typeof key === 'number' ? `[${String(key)}]` : `.${String(key)}`))
    .join('');
  return text.replace(/^\./, '') || 'the document';
}
