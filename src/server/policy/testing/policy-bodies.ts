/** Bodies that are policies, one of each kind. */
export const globalPolicy = {
  policy_scope: 'global',
  policy_type: 'EOL',
  warn_days: 90,
  deny_days: 0,
};
export const trustPolicy = {
  version: '1.0',
  trustPolicies: [
    {
      name: 'shop images',
      registryScopes: ['registry.acme.example/shop'],
      signatureVerification: { level: 'strict' },
      trustStores: ['ca:xeol.io'],
      trustedIdentities: ['x509.subject: C=SE, ST=Stockholm, O=Acme'],
    },
  ],
};
export const notaryPolicy = {
  policy_scope: 'global',
  policy_type: 'NOTARY',
  deny_date: '2027-01-01',
  notary_policy_json: trustPolicy,
};
export const softwarePolicy = {
  policy_scope: 'software',
  policy_type: 'EOL',
  warn_date: '2026-12-01',
  product_name: 'Redis',
  cycle: '7',
  cycle_operator: 'LT',
};
