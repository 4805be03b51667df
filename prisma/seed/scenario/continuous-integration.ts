import type { SeedProject } from './scenario';

export const continuousIntegration: SeedProject = {
  name: 'gitlab//acme/platform/ci-images',
  key: 'GitLab CI',
  labels: {
    team: 'platform',
    tier: '3',
    'org.opencontainers.image.source': 'https://gitlab.com/acme/platform/ci-images',
  },
  images: [
    {
      name: 'registry.acme.example/ci/build-node',
      dockerfile: 'node/Dockerfile',
      inventory: { npm: 50 },
      steps: [
        [
          550,
          'debian 12',
          'perl 5.36.0-7+deb12u3',
          'nodejs 20.11.1',
          'yarn 1.22.19',
          'pnpm 9.15.9',
          'eslint 8.57.0',
          'python 3.11.2',
          'openssl 3.0.13',
        ],
        [260, 'nodejs 24.11.1', 'eslint 9.39.1', 'openssl 3.0.18'],
      ],
      tags: [{ tag: 'latest', from: 527, every: 14 }],
    },
    {
      name: 'registry.acme.example/ci/build-go',
      dockerfile: 'go/Dockerfile',
      inventory: { go: 30 },
      steps: [
        [550, 'debian 12', 'go 1.23.4', 'openssl 3.0.15'],
        [420, 'go 1.25.1'],
        [180, 'debian 13', 'go 1.26.1', 'openssl 3.5.5'],
      ],
      tags: [{ tag: 'latest', from: 524, every: 14, sbom: true }],
    },
    {
      name: 'registry.acme.example/ci/build-java',
      dockerfile: 'java/Dockerfile',
      inventory: { maven: 30 },
      steps: [
        [550, 'rocky-linux 8.9', 'eclipse-temurin 17.0.9+9', 'openssl 1.1.1k'],
        [200, 'rocky-linux 9.6', 'eclipse-temurin 21.0.9+10', 'openssl 3.2.2'],
      ],
      tags: [{ tag: 'latest', from: 519, every: 30 }],
    },
    {
      name: 'registry.acme.example/ci/cluster-tools',
      dockerfile: 'cluster/Dockerfile',
      inventory: { go: 38, python: 22 },
      steps: [
        [
          550,
          'alpine-linux 3.19.1',
          'kubernetes 1.30.2',
          'python 3.11.9',
          'etcd 3.5.14',
          'openssl 3.1.7',
        ],
        [370, 'alpine-linux 3.21.3', 'kubernetes 1.32.3', 'python 3.12.10', 'openssl 3.3.3'],
        [120, 'kubernetes 1.34.2', 'etcd 3.6.4'],
      ],
      tags: [{ tag: 'latest', from: 517, every: 14 }],
    },
  ],
};
