import { basename, isAbsolute } from 'node:path';

/**
 * Gives what a report calls its subject, and the name that the next build has too: without the tag and the digest that the
 * command line names, or that stand behind the name of an image.
 * @param file null: standard input
 */
export function namesOf(
  file: string | null,
  given: ReadonlyMap<string, string>,
): { readonly subject: string; readonly name: string } {
  const [name, tag, digest] = ['name', 'tag', 'digest'].map((one) => given.get(one)?.trim() ?? '');
  const subject = name || fileName(file);
  return {
    subject: tag ? `${subject}:${tag}` : subject,
    name: name ? withoutTag(withoutDigest(name, digest ?? ''), tag ?? '') : subject,
  };
}

/** Of a folder that is another one in each build only the file counts. */
function fileName(file: string | null): string {
  if (file === null) return 'SBOM';
  return isAbsolute(file) ? basename(file) : file.replace(/^\.\//, '');
}

function withoutDigest(name: string, digest: string): string {
  const end = `@${digest}`;
  if (digest && name.endsWith(end)) return name.slice(0, -end.length) || name;
  return name.replace(/(?<=.)@sha(?:256|384|512):[0-9a-f]+$/, '');
}

/**
 * A colon in a name is no tag by itself: `com.acme:api` is a package. Behind a path, as images have it, or one plain word,
 * as in `shop:2.4.1`, it is one.
 */
function withoutTag(name: string, tag: string): string {
  const end = `:${tag}`;
  if (tag && name.endsWith(end)) return name.slice(0, -end.length) || name;
  return name.replace(/^([^/:]+(?::\d+)?(?:\/[^/:]+)+|[^/:.\\]+):[^/:\\]+$/, '$1');
}
