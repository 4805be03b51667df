import { z } from 'zod';
import { type InventoryDocument, InventoryDocumentError, type InventorySubject } from '../document';
import { ComponentList } from './components';
import { instantOf, longText, memberOf, nameText, type Path, parsePart, pathText } from './shape';
import { subjectOf } from './subject';
import { known } from './words';

const head = z.object({
  version: z.union([z.number(), nameText]),
  sha: nameText,
  ref: nameText,
  scanned: nameText,
  job: z.object({ html_url: longText }).nullish(),
  detector: z.object({ name: nameText, version: nameText }).nullish(),
});
type Head = z.output<typeof head>;

const dependency = z.object({ package_url: longText, scope: nameText });

/** Reads a snapshot of dependencies as GitHub's dependency submission API takes it. */
export function readGitHubSnapshot(document: unknown, path: Path = []): InventoryDocument {
  const snapshot = parsePart(head, document, path);
  const list = new ComponentList();
  const here = [...path, 'manifests'];
  for (const [name, manifest] of members(memberOf(document, 'manifests'), here)) {
    const within = [...here, name, 'resolved'];
    for (const [key, item] of members(memberOf(manifest, 'resolved'), within)) {
      const { package_url, scope } = parsePart(dependency, item, [...within, key]);
      list.add({
        name: null,
        version: null,
        purl: package_url,
        scope: scope === 'development' ? 'development' : scope === 'runtime' ? 'required' : null,
      });
    }
  }
  const tool = known(snapshot.detector?.name);
  return {
    format: 'github-snapshot',
    formatVersion: String(snapshot.version ?? '') || null,
    tools: tool === null ? [] : [{ name: tool, version: known(snapshot.detector?.version) }],
    createdAt: instantOf(snapshot.scanned),
    subject: repositoryOf(snapshot),
    ...list.result([]),
  };
}

function members(value: unknown, path: Path): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(value);
  throw new InventoryDocumentError('Expected an object', pathText(path));
}

/** A snapshot names its repository only in the address of the job that made it. */
function repositoryOf({ job, ref, sha }: Head): InventorySubject | null {
  const name = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/actions\//.exec(job?.html_url ?? '')?.[1];
  if (name === undefined) return null;
  const branch = known(ref)?.replace(/^refs\/(?:heads|tags)\//, '') ?? null;
  return subjectOf('repository', name, branch, known(sha));
}
