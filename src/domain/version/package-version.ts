/** How a package system writes versions. */
export type VersionScheme = 'plain' | 'deb' | 'rpm' | 'apk' | 'golang' | 'pypi';

/**
 * The version of what is packaged, without what the package system adds: epochs, revisions, rebuilds, a leading
 * `v`. `1:2.34-0ubuntu1.2` is `2.34`, `3.20.3-r1` is `3.20.3`, `go1.15.15` is `1.15.15`. Empty when the text names
 * no release.
 */
export function packagedVersion(version: string, scheme: VersionScheme): string {
  switch (scheme) {
    case 'deb':
      return debianUpstream(version);
    case 'rpm':
      return beforeLast(withoutEpoch(version), '-');
    case 'apk':
      return apkUpstream(version);
    case 'golang':
      return goRelease(version);
    case 'pypi':
      return withoutV(version.slice(version.indexOf('!') + 1));
    case 'plain':
      return withoutV(withDots(withoutEpoch(version)));
  }
}

/**
 * Debian policy 5.6.12: `[epoch:]upstream_version[-debian_revision]`. What maintainers append to the upstream
 * version when they repack it goes too (developers' reference 6.7.8.2), and of `2.0+really1.9` the truth stays.
 */
function debianUpstream(version: string): string {
  const upstream = beforeLast(withoutEpoch(version), '-');
  const really = upstream.indexOf('+really');
  const truth = really < 0 ? upstream : upstream.slice(really + '+really'.length);
  for (const mark of REPACKED) {
    const at = truth.indexOf(mark);
    if (at > 0) return truth.slice(0, at);
  }
  return truth;
}

const REPACKED = ['+dfsg', '~dfsg', '.dfsg', '+ds', '~ds', '+maria~', '+repack', '-deb'];

/** Tags such as `OpenSSL_1_1_1w` and `v2_5_9`, where nothing else parts the numbers. */
function withDots(version: string): string {
  return version.includes('.') ? version : version.replace(/(?<=\d)_(?=\d)/g, '.');
}

/** RPM and Debian alike: digits before a colon. */
export function withoutEpoch(version: string): string {
  const colon = version.indexOf(':');
  return colon > 0 && colon < 12 && isNumber(version.slice(0, colon))
    ? version.slice(colon + 1)
    : version;
}

/** APKBUILD reference: `-r` and a number close the version. */
function apkUpstream(version: string): string {
  const at = version.lastIndexOf('-r');
  return at > 0 && isNumber(version.slice(at + 2)) ? version.slice(0, at) : version;
}

/**
 * Go's own releases are `go1.22.3` (go.dev/doc/toolchain), modules `v1.2.3` with `+incompatible` behind. A
 * pseudo-version (go.dev/ref/mod) names a commit, whose release cannot be told: the numbers before it are
 * those of the last tag that Go understood, for docker/docker years too old.
 */
function goRelease(version: string): string {
  const bare = version.startsWith('go') ? version.slice(2) : withoutV(version);
  return isPseudoVersion(bare) ? '' : bare;
}

const COMMIT_LENGTH = 12;
const TIME_LENGTH = 14;

/** `…-20210101000000-abcdef123456`, `…-0.20210101000000-abcdef123456`, with or without `+incompatible`. */
function isPseudoVersion(version: string): boolean {
  const plus = version.indexOf('+');
  const bare = plus < 0 ? version : version.slice(0, plus);
  const dash = bare.length - COMMIT_LENGTH - 1;
  const start = dash - TIME_LENGTH;
  if (start < 1 || bare.charAt(dash) !== '-' || !isNumber(bare.slice(start, dash))) return false;
  return '-.'.includes(bare.charAt(start - 1)) && isHexadecimal(bare.slice(dash + 1));
}

function withoutV(version: string): string {
  const isV = version.startsWith('v') || version.startsWith('V');
  return isV && isNumber(version.charAt(1)) ? version.slice(1) : version;
}

function beforeLast(text: string, mark: string): string {
  const at = text.lastIndexOf(mark);
  return at <= 0 ? text : text.slice(0, at);
}

function isNumber(text: string): boolean {
  if (text === '') return false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/** Whether a text is what commit and content hashes look like: 7 or more hexadecimal digits, a letter among them. */
export function isCommitHash(text: string): boolean {
  return text.length >= 7 && text.length <= 128 && !isNumber(text) && isHexadecimal(text);
}

function isHexadecimal(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at) | 0x20;
    const isHex = (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66);
    if (!isHex) return false;
  }
  return true;
}
