/** A note on a product. */
export interface SeedNote {
  readonly writtenDaysAgo: number;
  readonly productName: string;
  readonly content: string;
  readonly author: string;
}

const ADA = 'Ada Lindqvist';
const MILAN = 'Milan Okafor';

export const notes: readonly SeedNote[] = [
  {
    writtenDaysAgo: 410,
    productName: 'CentOS',
    content:
      'Only the legacy portal is left on CentOS 7. It is to be switched off with the new customer area; until then it stays off the public network.',
    author: ADA,
  },
  {
    writtenDaysAgo: 236,
    productName: 'Node.js',
    content:
      'Move to the newest LTS line, not to the next one: 22 ends in April 2027. The base image registry.acme.example/ci/build-node already has 24.',
    author: MILAN,
  },
  {
    writtenDaysAgo: 90,
    productName: 'Debian',
    content:
      'Debian 12 has had its last point release. New images start from debian:13-slim; the platform team helps with packages that changed their names.',
    author: MILAN,
  },
  {
    writtenDaysAgo: 47,
    productName: 'PostgreSQL',
    content:
      'Upgrade path agreed with the data team: 14 to 16 by dump and restore, 16 to 18 in place. Ask in #data-platform for a maintenance window.',
    author: MILAN,
  },
  {
    writtenDaysAgo: 12,
    productName: 'Microsoft .NET',
    content:
      '.NET 8 and 9 ended on the same day. The warehouse services go straight to 10; a branch with the upgrade is in review.',
    author: ADA,
  },
  {
    writtenDaysAgo: 5,
    productName: 'Angular',
    content:
      'Version 20 ends in November 2026. The update to 21 is on a branch; the warehouse UI goes first.',
    author: MILAN,
  },
];
