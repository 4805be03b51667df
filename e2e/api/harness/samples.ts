/** A payload under `fixtures/payloads`, and as what its image is shown. */
export interface Sample {
  readonly file: string;
  readonly path: '/v1/scan' | '/v2/scan';
  readonly project: string;
  /** The image as lists show it. */
  readonly name: string;
  readonly tag: string;
}

export const SHOP = 'registry.acme.example:5000/acme/shop';
const DIGEST = 'sha256:4bb24efc9641afc5ded1ca77eabb6e2fcf062d2112ccd61bd8bd6acd89180bae';

export const SAMPLES: readonly Sample[] = [
  {
    file: 'v1-image',
    path: '/v1/scan',
    project: 'acme/legacy',
    name: 'docker.io/library/legacy',
    tag: '1.0',
  },
  { file: 'v1-minimal', path: '/v1/scan', project: 'minimal', name: 'minimal', tag: 'latest' },
  {
    file: 'v2-clean-image',
    path: '/v2/scan',
    project: 'acme/clean',
    name: 'acme/clean',
    tag: 'latest',
  },
  {
    file: 'v2-directory',
    path: '/v2/scan',
    project: 'acme/shop-web',
    name: './services/shop-web',
    tag: 'latest',
  },
  {
    file: 'v2-image-no-labels',
    path: '/v2/scan',
    project: 'acme/batch',
    name: 'acme/batch',
    tag: DIGEST,
  },
  {
    file: 'v2-image',
    path: '/v2/scan',
    project: 'acme/shop-api',
    name: 'registry.example.com:5000/team/shop-api',
    tag: '2.4.1',
  },
  { file: 'v2-nulls', path: '/v2/scan', project: 'nulls', name: 'nulls', tag: '1' },
  {
    file: 'captured/v1-0.7-image',
    path: '/v1/scan',
    project: 'acme/shop',
    name: SHOP,
    tag: '1.4.0',
  },
  {
    file: 'captured/v2-0.9-image',
    path: '/v2/scan',
    project: 'acme/shop',
    name: SHOP,
    tag: '1.4.0',
  },
  {
    file: 'captured/v2-current-archive-trimmed',
    path: '/v2/scan',
    project: 'acme/shop',
    name: 'acme/shop',
    tag: '1.4.0',
  },
  {
    file: 'captured/v2-current-clean-image',
    path: '/v2/scan',
    project: 'github//acme/billing',
    name: 'registry.acme.example:5000/acme/empty',
    tag: '1',
  },
  {
    file: 'captured/v2-current-directory',
    path: '/v2/scan',
    project: 'github//acme/billing',
    name: '.',
    tag: 'latest',
  },
  {
    file: 'captured/v2-current-image',
    path: '/v2/scan',
    project: 'acme/shop',
    name: SHOP,
    tag: '1.4.0',
  },
];
