import type { SeedProject } from './scenario';

export const marketingSite: SeedProject = {
  name: 'github//acme/marketing-site',
  key: 'GitHub Actions',
  labels: {
    team: 'marketing',
    tier: '3',
    'org.opencontainers.image.source': 'https://github.com/acme/marketing-site',
  },
  images: [
    {
      name: 'registry.acme.example/marketing/site',
      dockerfile: 'Dockerfile',
      inventory: { php: 34, npm: 20 },
      steps: [
        [
          550,
          'alpine-linux 3.18.9',
          'php 8.1.31',
          'laravel 10.48.28',
          'guzzle 7.9.2',
          'composer 2.8.8',
          'symfony 6.4.15',
          'twig 3.14.2',
          'jquery 3.7.1',
          'bootstrap 4.6.2',
          'nginx 1.26.3 as apk nginx',
          'openssl 3.1.8',
        ],
        [
          345,
          'alpine-linux 3.22.2',
          'php 8.2.29',
          'laravel 12.40.2',
          'openssl 3.5.4',
          'nginx 1.28.0 as apk nginx',
        ],
        [45, 'bootstrap 5.3.8', 'composer 2.10.2'],
      ],
      tags: [
        { tag: 'main', from: 521, every: 14 },
        { tag: 'production', from: 516, every: 14, lagDays: 12, verified: true },
      ],
    },
  ],
};

export const recommendations: SeedProject = {
  name: 'github//acme/recommendations',
  key: 'GitHub Actions',
  labels: {
    team: 'data',
    tier: '2',
    'org.opencontainers.image.source': 'https://github.com/acme/recommendations',
  },
  images: [
    {
      name: 'ghcr.io/acme/recommendations/recs-api',
      dockerfile: 'Dockerfile',
      inventory: { python: 46 },
      steps: [
        [
          115,
          'debian 12',
          'python 3.12.12',
          'numpy 2.2.6',
          'django 5.2.11',
          'redis 7.4.6',
          'openssl 3.0.18',
        ],
        [40, 'debian 13', 'python 3.13.9', 'numpy 2.4.4', 'openssl 3.5.7'],
      ],
      tags: [{ tag: 'main', from: 112, every: 7, sbom: true, verified: true }],
    },
    {
      name: 'ghcr.io/acme/recommendations/trainer',
      dockerfile: 'trainer/Dockerfile',
      inventory: { python: 50 },
      steps: [[95, 'ubuntu 22.04', 'python 3.10.12', 'numpy 1.26.4', 'openssl 3.0.2']],
      tags: [{ tag: 'main', from: 92, every: 7 }],
    },
  ],
};

/** Scanned by hand, outside any repository. */
export const unassigned: SeedProject = {
  name: '',
  key: 'Security workstation',
  images: [
    {
      name: 'python',
      inventory: { python: 3 },
      steps: [[280, 'debian 12', 'python 3.9.21', 'openssl 3.0.15']],
      tags: [{ tag: '3.9-slim', from: 275, every: 60 }],
    },
    {
      name: 'docker.io/library/node',
      inventory: { npm: 12 },
      steps: [[180, 'alpine-linux 3.21.3', 'nodejs 18.20.8', 'yarn 1.22.22', 'openssl 3.3.3']],
      tags: [{ tag: '18-alpine', from: 178, every: 60 }],
    },
    {
      name: 'docker.io/library/memcached',
      inventory: {},
      steps: [[150, 'debian 12', 'memcached 1.6.38']],
      tags: [{ tag: '1.6', from: 145, every: 60 }],
    },
    {
      name: 'ghcr.io/acme/sandbox/spike',
      inventory: { go: 20, npm: 20 },
      steps: [[58, 'ubuntu 24.04', 'nodejs 22.21.1', 'valkey 8.0.6', 'openssl 3.0.13']],
      tags: [
        {
          tag: 'sha256:7b1c7d3e9af0d24a5c55c1b8a1a0d5b7a54b1d6c0f2c9d9e0b6f5a3c2e1d4f60',
          from: 57,
          every: 60,
        },
      ],
    },
  ],
};

/** Was there, and was deleted: past points of the trends still count it. */
export const loyalty: SeedProject = {
  name: 'github//acme/loyalty',
  key: 'GitHub Actions',
  labels: {
    team: 'storefront',
    tier: '3',
    'org.opencontainers.image.source': 'https://github.com/acme/loyalty',
  },
  deletedDaysAgo: 214,
  images: [
    {
      name: 'registry.acme.example/loyalty/loyalty-api',
      dockerfile: 'Dockerfile',
      inventory: { npm: 40 },
      steps: [
        [
          550,
          'debian 10',
          'nodejs 14.21.3',
          'express 4.17.1',
          'bootstrap 3.4.1',
          'yarn 1.22.5',
          'jquery 2.2.4',
          'angularjs 1.8.3',
          'openssl 1.1.1n',
        ],
      ],
      tags: [
        { tag: 'main', from: 548, every: 14, until: 222 },
        { tag: 'production', from: 544, every: 30, until: 222 },
      ],
    },
  ],
};
