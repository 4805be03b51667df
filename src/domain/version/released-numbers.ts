/** Words in versions of what was built from source between releases, and of what stands in for a version. */
const UNRELEASED = new Set([
  'dev',
  'devel',
  'develop',
  'development',
  'snapshot',
  'nightly',
  'unreleased',
  'unknown',
  'local',
  'dirty',
  'wip',
  'main',
  'master',
  'head',
  'trunk',
  'edge',
  'canary',
  'untagged',
  'placeholder',
  'git',
  'svn',
  'custom',
  'fork',
]);

/** `.el7_9`, `.fc38`, `ubuntu1`, `+deb11u2`, `~bpo11`: a distribution built it, and maintains it as long as it likes. */
const OF_DISTRIBUTION =
  /(?:^|[^a-z])(?:el|fc|amzn|mga|azl|cm|ph|oe|suse|tdc|alt|bpo|deb)\d|ubuntu|debian|\.rhaos|dfsg|-r\d+$/;

/** `-23-gabc1234`, `-20210101000000-abcdef123456`, `+abc1234`: a commit after a release, nobody knows how long. */
const OF_COMMIT =
  /-g[0-9a-f]{7,40}(?:[^a-z0-9]|$)|(?:^|[^a-z0-9])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{7,40}(?:[^a-z0-9]|$)|\d{14}/;

const VERSION = /^(\d{1,9}(?:\.\d{1,9})*)(.*)$/s;

/**
 * Reads the numbers of a version that surely is a release, as it writes them; none of any other. A number alone is what people
 * write who mean no certain one.
 */
export function releasedNumbers(version: string): string[] {
  const [, text = '', rest = ''] = VERSION.exec(version) ?? [];
  if (!text.includes('.')) return [];
  const behind = rest.toLowerCase();
  if (behind.split(/[^a-z]+/).some((word) => UNRELEASED.has(word))) return [];
  if (OF_DISTRIBUTION.test(behind) || OF_COMMIT.test(behind)) return [];
  return text.split('.');
}
