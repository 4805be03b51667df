import { type BuildPlatform, PUBLIC_ISSUERS } from '@/domain/build-token/platform';
import type { BuildRefusal } from '@/domain/build-token/refusal';

export const PLATFORM_NAMES: Readonly<Record<BuildPlatform, string>> = {
  github: 'GitHub',
  gitlab: 'GitLab',
};

/** Why a token was not taken, and what to do about it. */
export const REFUSAL_WORDS: Readonly<Record<BuildRefusal, string>> = {
  algorithm: 'It is not signed in a way that anybody can check.',
  audience: 'It is good for other services as well. Ask for one with this audience alone.',
  issuer: 'No repository of this issuer is trusted. Compare it with “Signed by” above.',
  issuer_unreachable:
    'The issuer could not be asked for its keys. The operator may have to name it in OUTGOING_ALLOW.',
  unknown_key: 'It is signed with a key that the issuer does not publish.',
  signature: 'Its signature is not the issuer’s.',
  expired: 'It had expired. Ask for it in the step that uses it.',
  not_yet_valid: 'It is not valid yet. Do the clocks agree?',
  too_old: 'It is older than tokens of builds get.',
  claims: 'It does not say what tokens of this platform say.',
  repository: 'This repository is not trusted.',
  conditions: 'The repository is trusted, and not for this branch, tag or environment.',
  repository_changed:
    'The name belongs to another repository now. If it was made anew, forget the old one below.',
  repository_renamed:
    'The repository had another name. If it was renamed, forget the old name below.',
  owner_changed:
    'The owner’s name belongs to somebody else now. If that is right, forget it below.',
  too_many_repositories: 'More repositories are known than are kept. Trust fewer.',
};

/** Says whom an issuer belongs to: the platform’s own service, or an address. */
export function issuerName(platform: BuildPlatform, issuer: string): string {
  return issuer === PUBLIC_ISSUERS[platform] ? PLATFORM_NAMES[platform] : issuer;
}

interface Conditions {
  readonly ref: string | null;
  readonly environment: string | null;
  readonly only_protected: boolean;
}

/** Lists what a build has to be, beside one of its repository. */
export function conditionsOf({ ref, environment, only_protected }: Conditions): string[] {
  return [
    ...(ref === null
      ? []
      : [ref.replace(/^refs\/heads\//, 'branch ').replace(/^refs\/tags\//, 'tag ')]),
    ...(environment === null ? [] : [`environment ${environment}`]),
    ...(only_protected ? ['protected refs'] : []),
  ];
}
