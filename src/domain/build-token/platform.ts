/** The platforms whose builds get a token that says who they are. */
export const BUILD_PLATFORMS = ['github', 'gitlab'] as const;
export type BuildPlatform = (typeof BUILD_PLATFORMS)[number];

/** The address that signs tokens, as the `iss` claim has it, of each platform's own service. */
export const PUBLIC_ISSUERS: Readonly<Record<BuildPlatform, string>> = {
  github: 'https://token.actions.githubusercontent.com',
  gitlab: 'https://gitlab.com',
};

const AUDIENCE_PATH = '/build/';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Gives the audience that an organization's builds ask their platform for. It names this installation and the
 * organization in it, so that a token which was made for anything else is worth nothing here.
 */
export function audienceOf(publicUrl: string, organizationId: string): string {
  return `${publicUrl}${AUDIENCE_PATH}${organizationId}`;
}

/** Reads the organization out of an audience; null when it is not one of this installation. */
export function organizationInAudience(publicUrl: string, audience: string): string | null {
  const id = audience.slice(audienceOf(publicUrl, '').length);
  return UUID.test(id) && audience === audienceOf(publicUrl, id) ? id : null;
}

/** Names a repository's own project: as scanners name it where they know the host, else with the host itself. */
export function projectNamedAfter(platform: BuildPlatform, issuer: string, repository: string) {
  const host = new URL(issuer).host;
  const isPublic = host === new URL(PUBLIC_ISSUERS[platform]).host;
  return isPublic ? `${platform}//${repository}` : `${host}/${repository}`;
}
