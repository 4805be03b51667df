import type { SeedProject } from './scenario';

export const accounts: SeedProject = {
  name: 'github//acme/accounts',
  key: 'GitHub Actions',
  labels: {
    team: 'identity',
    tier: '1',
    'org.opencontainers.image.source': 'https://github.com/acme/accounts',
  },
  images: [
    {
      name: 'registry.acme.example/accounts/accounts-api',
      dockerfile: 'Dockerfile',
      inventory: { npm: 56 },
      steps: [
        [
          550,
          'debian 12',
          'perl 5.36.0-7+deb12u3',
          'python 3.11.2',
          'nodejs 20.11.1',
          'express 4.19.2',
          'yarn 1.22.19',
          'pnpm 9.15.9',
          'redis 7.2.4',
          'eslint 8.57.0',
          'openssl 3.0.13',
        ],
        [310, 'nodejs 22.21.1', 'express 4.22.1', 'eslint 9.39.1', 'openssl 3.0.18'],
        [70, 'express 5.2.1', 'openssl 3.0.20'],
      ],
      tags: [
        { tag: 'main', from: 549, every: 7, sbom: true, verified: true },
        { tag: 'production', from: 546, every: 14, lagDays: 14, verified: true },
      ],
    },
    {
      name: 'registry.acme.example/accounts/login-ui',
      dockerfile: 'login-ui/Dockerfile',
      inventory: { npm: 34 },
      steps: [
        [
          550,
          'alpine-linux 3.17.3',
          'nginx 1.24.0',
          'vue 2.7.14',
          'bootstrap 4.6.2',
          'jquery 3.6.0',
          'openssl 3.0.8',
        ],
        [350, 'alpine-linux 3.20.3', 'nginx 1.28.0', 'vue 3.4.38', 'bootstrap 5.3.8'],
        [90, 'alpine-linux 3.22.2', 'vue 3.5.24', '-jquery', 'openssl 3.5.4'],
      ],
      tags: [
        { tag: 'main', from: 548, every: 14 },
        { tag: 'production', from: 535, every: 14, lagDays: 21, verified: true },
      ],
    },
    {
      name: 'quay.io/keycloak/keycloak',
      inventory: { maven: 40 },
      steps: [
        [
          550,
          'rhel 9.4',
          'keycloak 24.0.5',
          'quarkus-framework 3.8.5',
          'hibernate-orm 6.4.9',
          'openjdk-builds-from-oracle 17.0.2',
        ],
        [
          300,
          'rhel 9.6',
          'keycloak 26.4.7',
          'quarkus-framework 3.27.1',
          'hibernate-orm 7.1.10',
          'openjdk-builds-from-oracle 21.0.2',
        ],
      ],
      tags: [
        { tag: '24.0.5', from: 530, every: 30, until: 280, asOf: 530 },
        { tag: '26.4.7', from: 295, every: 30, asOf: 295 },
      ],
    },
  ],
};
