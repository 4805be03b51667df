import type { SeedProject } from './scenario';

export const dataPipeline: SeedProject = {
  name: 'data-pipeline',
  key: 'GitLab CI',
  labels: { team: 'data', tier: '2' },
  images: [
    {
      name: 'registry.acme.example/data/airflow',
      dockerfile: 'airflow/Dockerfile',
      inventory: { python: 58 },
      steps: [
        [
          550,
          'debian 11',
          'perl 5.32.1-4+deb11u4',
          'python 3.9.19',
          'apache-airflow 2.7.3',
          'numpy 1.24.4',
          'mariadb 10.5.23',
          'sqlite 3.34.1',
          'openssl 1.1.1w',
        ],
        [
          350,
          'debian 12',
          'perl 5.36.0-7+deb12u3',
          'python 3.11.11',
          'apache-airflow 2.11.0',
          'numpy 1.26.4',
          'mariadb 10.11.11',
          'openssl 3.0.17',
        ],
        [75, 'python 3.12.12', 'apache-airflow 3.2.2', 'numpy 2.3.5'],
      ],
      tags: [
        { tag: 'main', from: 538, every: 14, sbom: true },
        { tag: 'production', from: 529, every: 14, lagDays: 28 },
      ],
    },
    {
      name: 'registry.acme.example/data/ingest',
      dockerfile: 'ingest/Dockerfile',
      inventory: { python: 44 },
      steps: [
        [550, 'amazon-linux 2', 'python 3.8.18', 'numpy 1.24.4', 'openssl 1.0.2k'],
        [385, 'amazon-linux 2023', 'python 3.11.8', 'numpy 1.26.4', 'openssl 3.2.2'],
        [190, 'python 3.13.2', 'numpy 2.2.6'],
      ],
      tags: [{ tag: 'main', from: 540, every: 7 }],
    },
    {
      name: '.',
      kind: 'directory',
      inventory: { python: 42 },
      steps: [
        [480, 'numpy 1.25.2', 'django 4.2.16'],
        [210, 'numpy 2.2.6', 'django 5.2.11'],
      ],
      tags: [{ tag: 'latest', from: 470, every: 14 }],
    },
    {
      name: './jobs/reporting',
      kind: 'directory',
      inventory: { python: 26, npm: 18 },
      steps: [[460, 'numpy 1.26.4', 'django 5.1.4', 'jquery 3.7.1', 'bootstrap 4.6.2']],
      tags: [{ tag: 'latest', from: 450, every: 30 }],
    },
  ],
};
