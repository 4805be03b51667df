import type { SeedProject } from './scenario';

export const warehouse: SeedProject = {
  name: 'azure//acme/erp/warehouse',
  key: 'Azure Pipelines',
  labels: {
    team: 'logistics',
    tier: '2',
    'org.opencontainers.image.source': 'https://dev.azure.com/acme/erp/_git/warehouse',
  },
  images: [
    {
      name: 'acmeregistry.azurecr.example/warehouse/api',
      dockerfile: 'src/Warehouse.Api/Dockerfile',
      inventory: { dotnet: 34 },
      steps: [
        [
          550,
          'debian 11',
          'dotnet 6.0.36',
          'jquery 3.6.0 as dotnet jQuery',
          'bootstrap 4.6.2 as dotnet bootstrap',
          'log4j 2.17.1',
          'openssl 1.1.1w',
        ],
        [395, 'debian 12', 'dotnet 8.0.21', 'openssl 3.0.17'],
      ],
      tags: [
        { tag: 'main', from: 536, every: 14, sbom: true },
        { tag: 'production', from: 525, every: 14, lagDays: 40, verified: true },
      ],
    },
    {
      name: 'acmeregistry.azurecr.example/warehouse/ui',
      dockerfile: 'src/warehouse-ui/Dockerfile',
      inventory: { npm: 52 },
      steps: [
        [
          550,
          'alpine-linux 3.18.6',
          'nginx 1.26.3',
          'angular 16.2.12',
          'bootstrap 4.6.2',
          'jquery 3.6.0',
          'eslint 8.57.0',
          'openssl 3.1.8',
        ],
        [375, 'angular 18.2.14', 'alpine-linux 3.20.3', 'nginx 1.28.0', 'openssl 3.3.2'],
        [240, 'angular 20.3.16', 'bootstrap 5.3.8', 'eslint 9.39.1', '-jquery'],
      ],
      tags: [
        { tag: 'main', from: 523, every: 14 },
        { tag: '4.1.0', from: 370, every: 30, asOf: 370 },
      ],
    },
    {
      name: './src',
      kind: 'directory',
      inventory: { dotnet: 30, npm: 24 },
      steps: [
        [500, 'angular 16.2.12', 'bootstrap 4.6.2', 'eslint 8.57.0'],
        [375, 'angular 18.2.14'],
        [240, 'angular 20.3.16', 'bootstrap 5.3.8', 'eslint 9.39.1'],
      ],
      tags: [{ tag: 'latest', from: 495, every: 14 }],
    },
  ],
};
