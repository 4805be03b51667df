import type { PackagedBuild } from './maintainer';
import { isOneOf } from './shipped-versions';

/** What Amazon Linux 2 has in its core, of what its extras have in other versions; `-`: in extras alone. */
const CORE: Readonly<Record<string, string>> = {
  nginx: '-',
  redis: '-',
  docker: '-',
  containerd: '-',
  runc: '-',
  php: '5.4',
  postgresql: '9.2',
  mariadb: '5.5',
  tomcat: '7',
  ruby: '2.0',
  memcached: '1.4',
  haproxy: '1.5',
  haproxy2: '-',
  python38: '-',
  squid: '3.5',
  ansible: '-',
  'java-11-openjdk': '-',
  'java-17-openjdk': '-',
  unbound: '1.4 1.6 1.7',
  firefox: '-',
  'aws-nitro-enclaves-cli': '-',
  'amazon-ecr-credential-helper': '-',
  'ecs-init': '-',
  epel: '-',
};

/** Whether a package of Amazon Linux 2 comes from one of its extras. */
export function isExtraPackage({ name, version, sources }: PackagedBuild): boolean {
  const upstream = version.replace(/^\d+:/, '');
  for (const one of [...sources.map((source) => source.name), name]) {
    const stem = Object.hasOwn(CORE, one) ? one : (/^(\w+)-/.exec(one)?.[1] ?? one);
    const core = Object.hasOwn(CORE, stem) ? CORE[stem] : undefined;
    if (core !== undefined) return core === '-' || !isOneOf(upstream, core.split(' '));
  }
  return false;
}
