import type { SeedProject } from './scenario';

export const dataStoreImages: SeedProject = {
  name: 'gitlab//acme/platform/data-stores',
  key: 'GitLab CI',
  labels: { team: 'data-platform', tier: '1' },
  images: [
    {
      name: 'postgres',
      inventory: { python: 4 },
      steps: [
        [550, 'debian 11', 'postgresql 12.20', 'openssl 1.1.1w'],
        [545, 'debian 12', 'postgresql 14.18', 'openssl 3.0.16'],
        [400, 'postgresql 16.10', 'openssl 3.0.17'],
        [130, 'debian 13', 'postgresql 18.4', 'openssl 3.5.6'],
      ],
      tags: [
        { tag: '12', from: 550, every: 30, until: 330, asOf: 548 },
        { tag: '14', from: 540, every: 30, asOf: 540 },
        { tag: '16', from: 395, every: 14, asOf: 395, verified: true },
        { tag: '18', from: 125, every: 14, asOf: 125, verified: true },
      ],
    },
    {
      name: 'docker.io/library/redis',
      inventory: {},
      steps: [
        [550, 'alpine-linux 3.19.1', 'redis 6.2.14', 'openssl 3.1.4'],
        [380, 'alpine-linux 3.21.3', 'redis 7.4.6', 'openssl 3.3.5'],
      ],
      tags: [
        { tag: '6.2-alpine', from: 539, every: 30, asOf: 539 },
        { tag: '7.4-alpine', from: 377, every: 30, asOf: 377, verified: true },
      ],
    },
    {
      name: 'mongo',
      inventory: { go: 14 },
      steps: [
        [550, 'ubuntu 20.04', 'mongodb 5.0.31', 'openssl 1.1.1f'],
        [210, 'ubuntu 22.04', 'mongodb 7.0.26', 'openssl 3.0.2'],
      ],
      tags: [
        { tag: '5.0', from: 537, every: 30, asOf: 537 },
        { tag: '7.0', from: 205, every: 30, asOf: 205 },
      ],
    },
    {
      name: 'rabbitmq',
      inventory: {},
      steps: [
        [550, 'ubuntu 22.04', 'rabbitmq 3.13.7', 'erlang 26.2.5', 'openssl 3.1.8'],
        [190, 'ubuntu 24.04', 'rabbitmq 4.2.1', 'erlang 27.3.4', 'openssl 3.3.5'],
      ],
      tags: [
        { tag: '3.13-management', from: 534, every: 30, asOf: 534 },
        { tag: '4.2-management', from: 186, every: 30, asOf: 186 },
      ],
    },
    {
      name: 'docker.elastic.co/elasticsearch/elasticsearch',
      inventory: { maven: 40 },
      steps: [
        [
          550,
          'ubuntu 20.04',
          'elasticsearch 7.17.22',
          'apache-lucene 8.11.3',
          'log4j 2.17.1',
          'openjdk-builds-from-oracle 21.0.2',
        ],
      ],
      tags: [{ tag: '7.17.22', from: 531, every: 30 }],
    },
    {
      name: 'bitnami/kafka',
      inventory: { maven: 36 },
      steps: [
        [
          550,
          'debian 12',
          'apache-kafka 3.7.1',
          'eclipse-temurin 17.0.11+9',
          'eclipse-jetty 9.4.54.v20240208',
          'log4j 1.2.17 as java-archive log4j:log4j',
        ],
        [230, 'apache-kafka 3.9.1', 'eclipse-temurin 21.0.6+7', 'eclipse-jetty 12.0.22', '-log4j'],
      ],
      tags: [
        { tag: '3.7', from: 526, every: 30, asOf: 526, until: 200 },
        { tag: '3.9', from: 222, every: 30, asOf: 222 },
      ],
    },
  ],
};
