import type { SeedProject } from './scenario';

const upstream = { team: 'platform', tier: '1' };

export const ingress: SeedProject = {
  name: 'gitlab//acme/platform/ingress',
  key: 'GitLab CI',
  images: [
    {
      name: 'nginx',
      labels: { maintainer: 'NGINX Docker Maintainers <docker-maint@nginx.com>' },
      inventory: {},
      steps: [
        [550, 'alpine-linux 3.18.4', 'nginx 1.25.2', 'openssl 3.1.4'],
        [420, 'alpine-linux 3.22.1', 'nginx 1.28.0', 'openssl 3.5.2'],
        [170, 'alpine-linux 3.23.3', 'nginx 1.30.0', 'openssl 3.5.5'],
      ],
      tags: [
        { tag: '1.25-alpine', from: 536, every: 30, asOf: 536 },
        { tag: '1.28-alpine', from: 405, every: 30, asOf: 405, verified: true },
        { tag: '1.30-alpine', from: 160, every: 14, asOf: 160, verified: true },
      ],
    },
    {
      name: 'docker.io/library/haproxy',
      labels: upstream,
      inventory: {},
      steps: [
        [550, 'debian 11', 'haproxy 2.4.26', 'openssl 1.1.1w'],
        [330, 'debian 12', 'haproxy 2.8.16', 'openssl 3.0.17'],
      ],
      tags: [
        { tag: '2.4', from: 533, every: 30, asOf: 533 },
        { tag: '2.8', from: 325, every: 30, asOf: 325 },
      ],
    },
    {
      name: 'docker.io/library/traefik',
      labels: upstream,
      inventory: { go: 34 },
      steps: [
        [550, 'alpine-linux 3.20.3', 'traefik 2.11.24'],
        [340, 'alpine-linux 3.22.2', 'traefik 3.6.2'],
      ],
      tags: [
        { tag: 'v2.11', from: 528, every: 30, asOf: 528 },
        { tag: 'v3.6', from: 335, every: 30, asOf: 335, verified: true },
      ],
    },
    {
      name: 'envoyproxy/envoy',
      labels: upstream,
      inventory: { go: 12 },
      steps: [[300, 'ubuntu 22.04', 'envoy 1.36.3', 'openssl 3.0.2']],
      tags: [{ tag: 'v1.36.3', from: 298, every: 30 }],
    },
  ],
};

export const observability: SeedProject = {
  name: 'gitlab//acme/platform/observability',
  key: 'GitLab CI',
  images: [
    {
      name: 'grafana/grafana',
      labels: { maintainer: 'Grafana Labs <hello@grafana.com>' },
      inventory: { go: 36, npm: 20 },
      steps: [
        [550, 'alpine-linux 3.20.3', 'grafana 11.5.2', 'openssl 3.3.2'],
        [300, 'alpine-linux 3.22.2', 'grafana 12.3.1', 'openssl 3.5.4', 'react 18.3.1'],
      ],
      tags: [
        { tag: '11.5.2', from: 522, every: 30, until: 270, asOf: 522 },
        { tag: '12.3.1', from: 292, every: 30, asOf: 292 },
      ],
    },
    {
      name: 'quay.io/prometheus/prometheus',
      labels: { team: 'platform', tier: '2' },
      inventory: { go: 40 },
      steps: [[430, 'prometheus 3.5.0', 'react 18.3.1']],
      tags: [{ tag: 'v3.5.0', from: 425, every: 30 }],
    },
    {
      name: 'hashicorp/vault',
      labels: { team: 'platform', tier: '1' },
      inventory: { go: 42 },
      steps: [[510, 'alpine-linux 3.20.6', 'hashicorp-vault 1.19.0', 'openssl 3.3.3']],
      tags: [{ tag: '1.19.0', from: 505, every: 30, verified: true }],
    },
    {
      name: 'registry.acme.example/platform/health-probe',
      dockerfile: 'probe/Dockerfile',
      labels: {
        team: 'platform',
        tier: '2',
        'org.opencontainers.image.source': 'https://gitlab.com/acme/platform/observability',
      },
      inventory: { go: 42 },
      steps: [[400]],
      tags: [{ tag: '1.4.0', from: 390, every: 14, verified: true, sbom: true }],
    },
  ],
};
