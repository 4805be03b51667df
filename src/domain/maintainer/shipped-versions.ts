/**
 * Which versions of well-known software releases of distributions have shipped, by source package: packages of these
 * names are what vendors offer most, in versions that look like any other. A version that the release never had is
 * not its own. What a release is not listed with is not judged.
 */

/** Release to the starts of versions, parted by blanks; `-`: the release has no such package. */
type Shipped = Readonly<Record<string, string>>;

const DEBIAN: Readonly<Record<string, Shipped>> = {
  'rabbitmq-server': { 10: '3.7', 11: '3.8', 12: '3.10', 13: '4.0' },
  erlang: { 10: '21', 11: '23', 12: '25', 13: '27' },
  redis: { 10: '5', 11: '6.0', 12: '7.0', 13: '8.0' },
  couchdb: { 9: '1.4', 10: '-', 11: '-', 12: '-', 13: '-' },
  consul: { 10: '1.0', 11: '1.8', 12: '1.8', 13: '-' },
  nomad: { 10: '0.8', 11: '0.12', 12: '0.12', 13: '-' },
  packer: { 10: '1.3', 11: '1.6', 12: '1.6', 13: '1.6' },
  salt: { 10: '2018.3', 11: '3002', 12: '-', 13: '-' },
  zabbix: { 10: '4.0', 11: '5.0', 12: '6.0', 13: '7.0' },
  'gitlab-runner': { 10: '11.2', 11: '13.3', 12: '-', 13: '-' },
  influxdb: { 10: '1.6', 11: '1.6', 12: '1.6', 13: '1.6' },
  haproxy: { 10: '1.8', 11: '2.2', 12: '2.6', 13: '3.0' },
  varnish: { 10: '6.1', 11: '6.5', 12: '7.1', 13: '7.7' },
  mongodb: { 9: '3.2', 10: '-', 11: '-', 12: '-', 13: '-' },
  elasticsearch: { 9: '-', 10: '-', 11: '-', 12: '-', 13: '-' },
  nodejs: { 10: '10', 11: '12', 12: '18', 13: '20' },
  nginx: { 10: '1.14', 11: '1.18', 12: '1.22', 13: '1.26' },
  apache2: { 10: '2.4', 11: '2.4', 12: '2.4', 13: '2.4' },
  'puppet-agent': { 10: '-', 11: '-', 12: '7', 13: '8' },
  puppet: { 10: '5.5', 11: '5.5', 12: '7', 13: '8' },
  cassandra: { 10: '-', 11: '-', 12: '-', 13: '-' },
  jenkins: { 10: '-', 11: '-', 12: '-', 13: '-' },
  tomcat9: { 10: '9', 11: '9', 12: '9', 13: '9' },
  tomcat10: { 12: '10.1', 13: '10.1' },
  mariadb: { 12: '10.11', 13: '11.8' },
  'mariadb-10.3': { 10: '10.3', 11: '-', 12: '-', 13: '-' },
  'mariadb-10.5': { 10: '-', 11: '10.5', 12: '-', 13: '-' },
  'mysql-8.0': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'mysql-5.7': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'postgresql-9.6': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'postgresql-11': { 10: '11', 11: '-', 12: '-', 13: '-' },
  'postgresql-13': { 10: '-', 11: '13', 12: '-', 13: '-' },
  'postgresql-14': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'postgresql-15': { 10: '-', 11: '-', 12: '15', 13: '-' },
  'postgresql-16': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'postgresql-17': { 10: '-', 11: '-', 12: '-', 13: '17' },
  'php7.4': { 10: '-', 11: '7.4', 12: '-', 13: '-' },
  'php8.2': { 10: '-', 11: '-', 12: '8.2', 13: '-' },
  'php8.4': { 10: '-', 11: '-', 12: '-', 13: '8.4' },
  'php7.3': { 10: '7.3', 11: '-', 12: '-', 13: '-' },
  'php5.6': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'php7.0': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'php8.0': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'php8.1': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'php8.3': { 10: '-', 11: '-', 12: '-', 13: '-' },
  'docker.io': { 10: '18.09', 11: '20.10', 12: '20.10', 13: '26.1' },
  containerd: { 11: '1.4', 12: '1.6', 13: '1.7' },
  memcached: { 10: '1.5', 11: '1.6', 12: '1.6', 13: '1.6' },
};

const UBUNTU: Readonly<Record<string, Shipped>> = {
  'rabbitmq-server': { '18.04': '3.6', '20.04': '3.8', '22.04': '3.9', '24.04': '3.12' },
  erlang: { '18.04': '20', '20.04': '22', '22.04': '24', '24.04': '25' },
  redis: { '18.04': '4', '20.04': '5', '22.04': '6.0', '24.04': '7.0' },
  couchdb: { '18.04': '-', '20.04': '-', '22.04': '-', '24.04': '-' },
  consul: { '18.04': '0.6', '20.04': '1.5', '22.04': '1.8', '24.04': '-' },
  salt: { '18.04': '2017.7', '20.04': '-', '22.04': '3004', '24.04': '-' },
  zabbix: { '18.04': '3.0', '20.04': '4.0', '22.04': '5.0', '24.04': '6.0' },
  haproxy: { '18.04': '1.8', '20.04': '2.0', '22.04': '2.4', '24.04': '2.8' },
  varnish: { '18.04': '5.2', '20.04': '6.2', '22.04': '6.6', '24.04': '7.1' },
  mongodb: { '18.04': '3.6', '20.04': '3.6', '22.04': '-', '24.04': '-' },
  nodejs: { '18.04': '8', '20.04': '10', '22.04': '12', '24.04': '18' },
  nginx: { '18.04': '1.14', '20.04': '1.17 1.18', '22.04': '1.18', '24.04': '1.24' },
  'gitlab-runner': { '18.04': '10', '20.04': '11', '22.04': '11 13', '24.04': '-' },
  influxdb: { '18.04': '1.1', '20.04': '1.6', '22.04': '1.6', '24.04': '1.6' },
  'puppet-agent': { '18.04': '-', '20.04': '-', '22.04': '-', '24.04': '8' },
  elasticsearch: { '18.04': '-', '20.04': '-', '22.04': '-', '24.04': '-' },
  jenkins: { '18.04': '-', '20.04': '-', '22.04': '-', '24.04': '-' },
  cassandra: { '18.04': '-', '20.04': '-', '22.04': '-', '24.04': '-' },
};

/** RHEL and its rebuilds, by major release: what came with the release itself, and not as a module. */
const RED_HAT: Readonly<Record<string, Shipped>> = {
  'rabbitmq-server': { 7: '-', 8: '-', 9: '-', 10: '-' },
  erlang: { 7: '-', 8: '-', 9: '-', 10: '-' },
  php: { 7: '5.4', 8: '-', 9: '8.0', 10: '8.3' },
  nodejs: { 7: '-', 8: '-', 9: '16' },
  nginx: { 7: '-', 8: '-', 9: '1.20', 10: '1.26' },
  redis: { 7: '-', 8: '-', 9: '6', 10: '-' },
  haproxy: { 7: '1.5', 8: '1.8', 9: '2.4 2.8', 10: '3.0' },
  varnish: { 7: '-', 8: '-', 9: '6.6', 10: '7.6' },
  mariadb: { 7: '5.5', 8: '-', 9: '10.5', 10: '10.11' },
  mysql: { 7: '-', 8: '-', 9: '8.0' },
  postgresql: { 7: '9.2', 8: '-', 9: '13', 10: '16' },
  httpd: { 6: '2.2', 7: '2.4', 8: '2.4', 9: '2.4', 10: '2.4' },
  ruby: { 7: '2.0', 8: '-', 9: '3.0', 10: '3.3' },
  openssl: { 7: '1.0', 8: '1.1', 9: '3', 10: '3' },
  python: { 6: '2.6', 7: '2.7', 8: '-', 9: '-', 10: '-' },
  python3: { 7: '3.6', 8: '3.6', 9: '3.9' },
  tomcat: { 7: '7', 8: '9', 9: '9', 10: '-' },
  memcached: { 7: '1.4', 8: '1.5', 9: '1.6', 10: '1.6' },
  ansible: { 7: '2.4', 8: '-', 9: '-', 10: '-' },
  docker: { 7: '1', 8: '-', 9: '-', 10: '-' },
  podman: {},
  git: { 7: '1.8', 8: '2', 9: '2', 10: '2' },
  cassandra: { 7: '-', 8: '-', 9: '-', 10: '-' },
  couchdb: { 7: '-', 8: '-', 9: '-', 10: '-' },
  mongodb: { 7: '-', 8: '-', 9: '-', 10: '-' },
  salt: { 7: '-', 8: '-', 9: '-', 10: '-' },
  zabbix: { 7: '-', 8: '-', 9: '-', 10: '-' },
  puppet: { 7: '-', 8: '-', 9: '-', 10: '-' },
  consul: { 7: '-', 8: '-', 9: '-', 10: '-' },
  lighttpd: { 7: '-', 8: '-', 9: '-', 10: '-' },
};

/** Sources of binary packages that name none: only of those that are numbered like their source. */
const SOURCE_OF: readonly (readonly [name: RegExp, source: string | null])[] = [
  [
    /^erlang-(?:base(?:-hipe)?|asn1|common-test|crypto|debugger|dev|dialyzer|diameter|doc|edoc|eldap|erl-docgen|et|eunit|examples|ftp|inets|jinterface|megaco|mnesia|mode|nox|observer|odbc|os-mon|parsetools|public-key|reltool|runtime-tools|snmp|src|ssh|ssl|syntax-tools|tftp|tools|wx|x11|xmerl|manpages)$/,
    'erlang',
  ],
  [/^salt-(?:common|master|minion|api|cloud|ssh|syndic|proxy|doc)$/, 'salt'],
  [/^zabbix-/, 'zabbix'],
  [/^redis-(?:server|tools|sentinel)$/, 'redis'],
  [/^nginx-(?:common|core|full|light|extras|doc|mod-\w+|all-modules|filesystem)$/, 'nginx'],
  [/^varnish-(?:doc|dev|devel|libs)$/, 'varnish'],
  [/^mariadb-(?:server|client|common|libs|backup|plugin)(?:-|$)/, 'mariadb'],
  [/^mysql-(?:server|client|common|libs|errmsg)$/, 'mysql'],
  [/^mongodb-(?:server|clients|server-core)$/, 'mongodb'],
  [/^php-(?:fpm|cli|common|mbstring|xml|pdo|gd|opcache|mysqlnd|bcmath|intl|soap)$/, 'php'],
  [
    /^(php\d\.\d)-(?:cli|cgi|fpm|common|curl|dev|gd|gmp|intl|ldap|mbstring|mysql|opcache|pgsql|readline|soap|sqlite3|xml|zip|bcmath|bz2|dba|enchant|imap|interbase|odbc|phpdbg|pspell|snmp|sybase|tidy|xsl)$/,
    null,
  ],
  [/^(postgresql)-(?:server|contrib|libs|upgrade)$/, null],
  [/^influxdb-client$/, 'influxdb'],
];

/** The starts of the names above: most look-ups end there. */
const ANY =
  /^(?:erlang|salt|zabbix|redis|nginx|varnish|m(?:aria|ysql|ongo)|php|postgresql|influxdb)/;

/** A package's own name, and that of the source that it is known to be built from. */
export function sourceNames(name: string): readonly string[] {
  if (!ANY.test(name)) return [name];
  const found = SOURCE_OF.flatMap(([pattern, source]) => {
    const match = pattern.exec(name);
    return match === null ? [] : [source ?? match[1] ?? ''];
  });
  return [name, ...found];
}

/** Amazon Linux 2 and 2023; their vendors write `.amzn2023` as well. */
const AMAZON: Readonly<Record<string, Shipped>> = {
  'rabbitmq-server': { 2: '-', 2023: '-' },
  erlang: { 2: '-', 2023: '-' },
  couchdb: { 2: '-', 2023: '-' },
  salt: { 2: '-', 2023: '-' },
  zabbix: { 2: '-', 2023: '-' },
  puppet: { 2: '-', 2023: '-' },
  mongodb: { 2: '-', 2023: '-' },
};

const TABLES: ReadonlyMap<string, Readonly<Record<string, Shipped>>> = new Map(
  Object.entries({
    debian: DEBIAN,
    ubuntu: UBUNTU,
    el: RED_HAT,
    'amazon-linux': AMAZON,
  }),
);

/**
 * Returns the versions of a package that a release has shipped: their starts, none for none at all; null where that is
 * not known.
 */
export function shippedVersions(
  family: string,
  release: string,
  names: readonly string[],
): readonly string[] | null {
  const table = TABLES.get(family);
  if (table === undefined) return null;
  for (const name of names.flatMap(sourceNames)) {
    const shipped = Object.hasOwn(table, name) ? table[name]?.[release] : undefined;
    if (shipped !== undefined) return shipped === '-' ? [] : shipped.split(' ');
  }
  return null;
}

/** Whether a version is one of those that start so. */
export function isOneOf(version: string, starts: readonly string[]): boolean {
  return starts.some(
    (start) => version.startsWith(start) && !/\d/.test(version.charAt(start.length)),
  );
}
