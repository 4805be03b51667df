/** The only trust store that scanners fill, with what `GET /certificate` answers; its name is a constant in them. */
export const SCANNER_TRUST_STORE = 'ca:xeol.io';

/** A trust policy document of the right shape: what is known of it. */
export interface TrustPolicyShape {
  readonly version: string;
  readonly trustPolicies: readonly TrustPolicyStatement[];
}

export interface TrustPolicyStatement {
  readonly name: string;
  readonly registryScopes: readonly string[];
  readonly signatureVerification: {
    readonly level: string;
    readonly override?: Readonly<Record<string, string | undefined>> | undefined;
    readonly verifyTimestamp?: string | undefined;
  };
  readonly trustStores?: readonly string[] | undefined;
  readonly trustedIdentities?: readonly string[] | undefined;
}

export interface TrustPolicyFault {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * Everything for which scanners would deny each image, signed or not: what their verifier refuses to read,
 * and trust stores that are empty there.
 * Sources: the validation of trust policies in notation-go 1.0 to 1.3, and `simpleTrustStore` of the scanner.
 */
export function trustPolicyFaults({ version, trustPolicies }: TrustPolicyShape) {
  const faults: TrustPolicyFault[] = trustPolicies.flatMap((statement, index) =>
    statementFaults(statement).map(({ path, message }) => ({
      path: ['trustPolicies', index, ...path],
      message,
    })),
  );
  if (version !== '1.0') faults.unshift({ path: ['version'], message: 'the version is 1.0' });
  return [...faults, ...sharedFaults(trustPolicies)];
}

/** As {@link trustPolicyFaults}, of a document that was stored when less was asked of it. */
export function storedTrustPolicyFaults(document: unknown): TrustPolicyFault[] {
  if (hasShape(document)) return trustPolicyFaults(document);
  return [{ path: [], message: 'this is no trust policy' }];
}

function statementFaults(statement: TrustPolicyStatement): TrustPolicyFault[] {
  return [
    ...scopeFaults(statement),
    ...verificationFaults(statement),
    ...(statement.signatureVerification.level === 'skip'
      ? needlessFaults(statement)
      : [...storeFaults(statement), ...identityFaults(statement)]),
  ];
}

const DOMAIN =
  /^(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*(?::[0-9]+)?$/;
const REPOSITORY_PART = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;

function scopeFaults({ registryScopes }: TrustPolicyStatement): TrustPolicyFault[] {
  return registryScopes.flatMap((scope, index): TrustPolicyFault[] => {
    const path = ['registryScopes', index];
    if (scope === '*') {
      if (registryScopes.length === 1) return [];
      return [{ path, message: 'the scope * stands alone' }];
    }
    const [domain = '', ...repository] = scope.split('/');
    const isRepository =
      repository.length > 0 && repository.every((it) => REPOSITORY_PART.test(it));
    if (DOMAIN.test(domain) && isRepository) return [];
    const message =
      'a scope is * or a whole repository without scheme and tag, like registry.example.com/acme/shop';
    return [{ path, message }];
  });
}

function verificationFaults({ signatureVerification }: TrustPolicyStatement): TrustPolicyFault[] {
  const { level, override = {}, verifyTimestamp } = signatureVerification;
  const at = (key: string, message: string) => ({
    path: ['signatureVerification', 'override', key],
    message,
  });
  const faults = Object.entries(override).flatMap(([check, action]) => {
    if (level === 'skip') return [at(check, 'level skip cannot be overridden')];
    if (check === 'integrity') return [at(check, 'the check of integrity cannot be overridden')];
    if (action !== 'skip' || check === 'revocation') return [];
    return [at(check, `only the check of revocation can be skipped, not ${check}`)];
  });
  if (verifyTimestamp && !['always', 'afterCertExpiry'].includes(verifyTimestamp)) {
    const path = ['signatureVerification', 'verifyTimestamp'];
    faults.push({ path, message: 'verifyTimestamp is always or afterCertExpiry' });
  }
  return faults;
}

function needlessFaults(statement: TrustPolicyStatement): TrustPolicyFault[] {
  return (['trustStores', 'trustedIdentities'] as const).flatMap((key) =>
    (statement[key] ?? []).length > 0
      ? [{ path: [key], message: `a trust policy of level skip has no ${key}` }]
      : [],
  );
}

function storeFaults(statement: TrustPolicyStatement): TrustPolicyFault[] {
  const { trustStores = [] } = statement;
  if (trustStores.length === 0) return [missing('trustStores', statement)];
  return trustStores.flatMap((store, index) => {
    if (store === SCANNER_TRUST_STORE) return [];
    const message = `scanners fill no trust store but ${SCANNER_TRUST_STORE}: with ${store} they would deny every image, signed or not`;
    return [{ path: ['trustStores', index], message }];
  });
}

function identityFaults(statement: TrustPolicyStatement): TrustPolicyFault[] {
  const { trustedIdentities = [] } = statement;
  if (trustedIdentities.length === 0) return [missing('trustedIdentities', statement)];
  const names: ReadonlyMap<string, string>[] = [];
  return trustedIdentities.flatMap((identity, index): TrustPolicyFault[] => {
    const path = ['trustedIdentities', index];
    if (identity === '*') {
      return trustedIdentities.length === 1
        ? []
        : [{ path, message: 'the identity * stands alone' }];
    }
    const subject = /^x509\.subject:(.*)$/s.exec(identity)?.[1];
    if (subject === undefined) {
      return [{ path, message: 'an identity is * or begins with x509.subject:' }];
    }
    const name = distinguishedName(subject);
    if (typeof name === 'string') return [{ path, message: name }];
    const overlaps = names.some((other) => isPartOf(name, other) || isPartOf(other, name));
    names.push(name);
    return overlaps ? [{ path, message: 'the identity overlaps with another' }] : [];
  });
}

function missing(key: string, { signatureVerification: { level } }: TrustPolicyStatement) {
  return { path: [key], message: `a trust policy of level ${level} needs ${key}` };
}

/** The attributes of a name as RFC 4514 writes them, or what keeps a verifier from reading it. */
function distinguishedName(text: string): ReadonlyMap<string, string> | string {
  if (text.includes('=#')) return 'a name with =# is not read';
  const attributes = new Map<string, string>();
  // An escaped character belongs to the value: a comma or a plus in a company's name.
  for (const part of text.match(/(?:\\.|[^\\,;])+/gs) ?? []) {
    const [type = '', ...rest] = part.split('=');
    const value = rest.join('=').trim();
    if (rest.length === 0 || type.trim() === '')
      return 'a name is written like C=SE, ST=Stockholm, O=Acme';
    if (/(?<!\\)\+/.test(value)) return 'a name with several attributes joined by + is not read';
    const key = type.trim() === 'S' ? 'ST' : type.trim();
    if (attributes.has(key)) return `a name has one ${key}`;
    attributes.set(key, value);
  }
  const lacking = ['C', 'ST', 'O'].filter((key) => !attributes.get(key));
  if (lacking.length === 0) return attributes;
  return `a name needs at least C, ST and O; this lacks ${lacking.join(' and ')}`;
}

function isPartOf(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return [...one].every(([key, value]) => other.get(key) === value);
}

function sharedFaults(trustPolicies: TrustPolicyShape['trustPolicies']): TrustPolicyFault[] {
  const names = new Set<string>();
  const scopes = new Set<string>();
  return trustPolicies.flatMap(({ name, registryScopes }, index) => {
    const faults: TrustPolicyFault[] = [];
    const path = ['trustPolicies', index];
    if (names.has(name)) {
      faults.push({
        path: [...path, 'name'],
        message: 'each trust policy needs a name of its own',
      });
    }
    names.add(name);
    for (const [at, scope] of registryScopes.entries()) {
      if (!scopes.has(scope)) scopes.add(scope);
      else {
        const message = 'a registry scope is named once in the whole document';
        faults.push({ path: [...path, 'registryScopes', at], message });
      }
    }
    return faults;
  });
}

/** Tells whether a stored document is a trust policy at all. */
export function hasShape(value: unknown): value is TrustPolicyShape {
  if (!isObject(value) || !Array.isArray(value['trustPolicies'])) return false;
  const statements: unknown[] = value['trustPolicies'];
  return typeof value['version'] === 'string' && statements.every(isStatement);
}

function isStatement(value: unknown): value is TrustPolicyStatement {
  if (!isObject(value)) return false;
  const { name, registryScopes, signatureVerification, trustStores, trustedIdentities } = value;
  if (!isObject(signatureVerification)) return false;
  const { level, override = {}, verifyTimestamp = '' } = signatureVerification;
  return (
    [name, level, verifyTimestamp].every((text) => typeof text === 'string') &&
    isObject(override) &&
    areTexts(registryScopes) &&
    [trustStores, trustedIdentities].every((texts) => texts === undefined || areTexts(texts))
  );
}

function areTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
