import type { SeedProject } from './scenario';

/** Neglected: nothing in it is ever upgraded, while one thing after another ends. */
export const legacyPortal: SeedProject = {
  name: 'github//acme/legacy-portal',
  key: 'Jenkins',
  labels: { team: 'unowned', tier: '2' },
  images: [
    {
      name: 'registry.acme.example:5000/legacy/portal',
      dockerfile: 'docker/portal/Dockerfile',
      inventory: { php: 32, npm: 12 },
      steps: [
        [
          550,
          'centos 7',
          'php 7.4.33',
          'symfony 4.4.50',
          'guzzle 6.5.8',
          'composer 2.2.21',
          'apache-http-server 2.4.6',
          'angularjs 1.7.9',
          'jquery-ui 1.12.1',
          'twig 2.16.1',
          'perl 5.26.3 as rpm perl',
          'jquery 1.12.4',
          'bootstrap 3.4.1',
          'font-awesome 4.7.0',
          'openssl 1.0.2k',
        ],
      ],
      tags: [
        { tag: 'latest', from: 549, every: 30 },
        { tag: '2021.4', from: 545, every: 30 },
      ],
    },
    {
      name: 'registry.acme.example:5000/legacy/portal-search',
      dockerfile: 'docker/search/Dockerfile',
      inventory: { maven: 34 },
      steps: [
        [
          550,
          'centos 7',
          'eclipse-temurin 8u392-b08',
          'spring-boot 1.5.22.RELEASE',
          'spring-framework 4.3.25.RELEASE',
          'hibernate-orm 5.6.15 as java-archive org.hibernate:hibernate-core',
          'jquery 1.12.4',
          'tomcat 8.5.43',
          'apache-lucene 7.7.3',
          'log4j 1.2.17 as java-archive log4j:log4j',
          'openssl 1.0.2k',
        ],
      ],
      tags: [{ tag: 'latest', from: 547, every: 30 }],
    },
    {
      name: 'mysql',
      inventory: { python: 6 },
      steps: [[550, 'mysql 5.7.44', 'openssl 1.1.1w', 'python 3.9.18']],
      tags: [{ tag: '5.7', from: 544, every: 30 }],
    },
  ],
};
