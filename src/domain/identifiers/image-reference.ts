import { parseFamiliarName, Reference } from '@swimlane/docker-reference';

/** An image as a user names it. */
export interface ImageReference {
  /** Registry and repository as typed, without scheme, tag and digest. */
  readonly name: string;
  /** `latest` when neither tag nor digest is given; a digest without a tag is its own tag. */
  readonly tag: string;
  /** The tag that the text itself gives, null when `latest` is assumed. */
  readonly explicitTag: string | null;
  readonly digest: string | null;
  /** The name in full: `docker.io/library/nginx` for `nginx`. */
  readonly canonicalName: string;
}

const ASSUMED_TAG = 'latest';
const MAX_REPOSITORY_LENGTH = 255;

const HOST_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = String.raw`(?:${HOST_LABEL}(?:\.${HOST_LABEL})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`;
const PATH_COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const TAG = String.raw`\w[\w.-]{0,127}`;
const DIGEST = 'sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128}';

/** A reference that names its registry. No part can match one text in two ways, so it takes linear time. */
const QUALIFIED = new RegExp(
  `^(${HOST})/(${PATH_COMPONENT}(?:/${PATH_COMPONENT})*)(?::(${TAG}))?(?:@(${DIGEST}))?$`,
);

/** `docker://`, `oci://`, `https://`: what tools and people put before a reference. */
const URL_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/**
 * Where scanners are told to look (`registry:nginx`). Only dropped from what is no reference as it stands:
 * `docker:27` and `registry:2` are images.
 */
const SOURCE_SCHEME = /^(?:docker|podman|containerd|registry|oci-registry):/;

/**
 * Reads an image reference by the grammar of the distribution project. What does not parse is kept as it
 * is, with tag `latest`; nothing throws.
 */
export function parseImageReference(text: string): ImageReference {
  const asItIs = {
    name: text,
    tag: ASSUMED_TAG,
    explicitTag: null,
    digest: null,
    canonicalName: text,
  };
  return readImageReference(text) ?? asItIs;
}

/** The same, with null for what does not parse. */
export function readImageReference(text: string): ImageReference | null {
  const withoutUrl = text.replace(URL_SCHEME, '');
  return parsed(withoutUrl) ?? parsed(withoutUrl.replace(SOURCE_SCHEME, ''));
}

function parsed(text: string): ImageReference | null {
  const reference = referenceOf(text);
  if (!reference) return null;
  const { tag, digest } = reference;
  const suffix = (tag ? `:${tag}` : '') + (digest ? `@${digest}` : '');
  return {
    name: text.slice(0, text.length - suffix.length),
    tag: tag ?? digest ?? ASSUMED_TAG,
    explicitTag: tag ?? digest ?? null,
    digest: digest ?? null,
    canonicalName: reference.repositoryUrl,
  };
}

function referenceOf(text: string): Reference | null {
  try {
    return parseFamiliarName(text, qualifiedReference);
  } catch {
    // The library knows hosts by a dot, a colon or the name localhost. One in capitals is a host too, since
    // repositories have none; such a text is a qualified reference as it stands.
    return /^[^/]*[A-Z]/.test(text) ? qualifiedOrNull(text) : null;
  }
}

/**
 * Takes the place of the library's own reader of qualified names, whose expressions need exponential time
 * for some names that do not match: 20 letters and a `!` would stop the process for minutes.
 */
function qualifiedReference(text: string): Reference {
  const reference = qualifiedOrNull(text);
  if (!reference) throw new TypeError('not an image reference');
  return reference;
}

function qualifiedOrNull(text: string): Reference | null {
  const match = QUALIFIED.exec(text);
  const [, domain, repository, tag, digest] = match ?? [];
  if (!domain || !repository || repository.length > MAX_REPOSITORY_LENGTH) return null;
  return new Reference({ domain, repository, tag, digest });
}
