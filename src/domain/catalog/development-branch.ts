/**
 * Branches that are built from every day and are no release: Alpine's edge, Debian's sid and testing, Fedora's rawhide,
 * AlmaLinux's Kitten, alphas and candidates of what comes next, Ubuntu before its release.
 */
const DEVELOPMENT =
  /(?:^|[^a-z])(?:edge|sid|testing|unstable|experimental|rawhide|eln|rolling|tumbleweed|factory|cooker|cauldron|devel|development|prerelease|pre-release|snapshot|nightly|current|canary|kitten)(?:[^a-z]|$)|[\d._~-](?:alpha|beta|rc|pre)[._-]?\d*(?:[^a-z]|$)/i;

/** Whether a version, or the name that os-release gives, is of a branch that has not been released. */
export function isDevelopmentBranch(text: string): boolean {
  return DEVELOPMENT.test(text);
}
