import { z } from 'zod';
import type { Distro } from '@/domain/scan/context';
import { type InventoryDocument, InventoryDocumentError, type InventorySubject } from '../document';
import { ComponentList } from './components';
import { packagedVersion } from './cyclonedx';
import {
  cutText,
  instantOf,
  itemsOf,
  labelRecord,
  listOf,
  longText,
  memberOf,
  nameText,
  type Path,
  parsePart,
} from './shape';
import { imageSubject, subjectOf } from './subject';
import { known } from './words';

const texts = listOf(longText).transform((items) => items.flatMap((item) => item ?? []));
const number = z.union([z.number(), nameText]).transform((value) => known(String(value ?? '')));

const head = z.object({
  SchemaVersion: z.union([z.number(), nameText]),
  CreatedAt: nameText,
  ArtifactName: longText,
  ArtifactType: nameText,
  Trivy: z.object({ Version: nameText }).nullish(),
  Metadata: z
    .object({
      OS: z.object({ Family: nameText, Name: nameText }).nullish(),
      RepoTags: texts,
      RepoDigests: texts,
      RepoURL: longText,
      Branch: nameText,
      Commit: nameText,
      ImageConfig: z.object({ config: z.object({ Labels: labelRecord }).nullish() }).nullish(),
    })
    .nullish(),
});
type Head = z.output<typeof head>;

const result = z.object({ Class: nameText, Type: nameText, Target: longText });
const trivyPackage = z.object({
  Name: nameText,
  Version: nameText,
  Release: nameText,
  Epoch: number,
  Identifier: z.object({ PURL: longText }).nullish(),
  SrcName: nameText,
  SrcVersion: nameText,
  SrcRelease: nameText,
  SrcEpoch: number,
  Licenses: listOf(cutText),
  Dev: z.boolean().nullish(),
  FilePath: longText,
  AnalyzedBy: nameText,
});
type TrivyPackage = z.output<typeof trivyPackage>;

/** Types of packages by those of Trivy's results, for versions of it that give no purl. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpine: 'apk',
    bundler: 'gem',
    cargo: 'rust-crate',
    chainguard: 'apk',
    composer: 'php-composer',
    debian: 'deb',
    'dotnet-core': 'dotnet',
    gemspec: 'gem',
    gobinary: 'go-module',
    gomod: 'go-module',
    gradle: 'java-archive',
    jar: 'java-archive',
    'node-pkg': 'npm',
    npm: 'npm',
    nuget: 'dotnet',
    pip: 'python',
    pipenv: 'python',
    pnpm: 'npm',
    poetry: 'python',
    pom: 'java-archive',
    'python-pkg': 'python',
    rustbinary: 'rust-crate',
    ubuntu: 'deb',
    wolfi: 'apk',
    yarn: 'npm',
  }),
);

/** What Trivy calls a system that it did not recognize. */
const UNRECOGNIZED = 'none';

/** Types of packages by the analyzer of Trivy that read their database, for a system it did not recognize. */
const ANALYZERS: ReadonlyMap<string, string> = new Map([
  ['apk', 'apk'],
  ['dpkg', 'deb'],
  ['rpm', 'rpm'],
  ['rpmqa', 'rpm'],
]);

/** Reads the JSON report of Trivy. */
export function readTrivy(document: unknown, path: Path = []): InventoryDocument {
  const report = parsePart(head, document, path);
  const list = new ComponentList();
  const here = [...path, 'Results'];
  let lists = 0;
  let withPackages = 0;
  for (const [index, item] of itemsOf(memberOf(document, 'Results'), here).entries()) {
    const { Class, Type, Target } = parsePart(result, item, [...here, index]);
    if (Class === 'os-pkgs' || Class === 'lang-pkgs') lists += 1;
    const packages = memberOf(item, 'Packages');
    if (packages !== undefined) withPackages += 1;
    addPackages(list, packages, [...here, index, 'Packages'], { Class, Type, Target });
  }
  if (lists > 0 && withPackages === 0) {
    throw new InventoryDocumentError(
      'The report has no packages, only what was found in them: run Trivy with --list-all-pkgs',
      'Results',
    );
  }
  const distro = distroOf(report);
  return {
    format: 'trivy-json',
    formatVersion:
      report.SchemaVersion === null ? null : String(report.SchemaVersion ?? '') || null,
    tools: [{ name: 'trivy', version: known(report.Trivy?.Version) }],
    createdAt: instantOf(report.CreatedAt),
    subject: subjectOfReport(report),
    ...list.result(distro ? [{ distro, lifecycle: null }] : []),
  };
}

function addPackages(
  list: ComponentList,
  packages: unknown,
  path: Path,
  { Class, Type, Target }: z.output<typeof result>,
): void {
  for (const [index, item] of itemsOf(packages, path).entries()) {
    const entry = parsePart(trivyPackage, item, [...path, index]);
    const purl = entry.Identifier?.PURL;
    const source = known(entry.SrcName);
    list.add({
      name: entry.Name,
      version: packagedVersion(entry.Epoch, known(entry.Version), known(entry.Release)),
      purl,
      type: purl ? null : typeOf(entry, { Class, Type, Target }),
      upstream:
        source === null
          ? null
          : {
              name: source,
              version: packagedVersion(
                entry.SrcEpoch,
                known(entry.SrcVersion),
                known(entry.SrcRelease),
              ),
            },
      licenses: entry.Licenses.flatMap((license) => license ?? []),
      scope: entry.Dev === true ? 'development' : null,
      // The target of a system's packages is the image itself.
      path: known(entry.FilePath) ?? (Class === 'lang-pkgs' ? Target : null),
    });
  }
}

function typeOf({ AnalyzedBy }: TrivyPackage, { Class, Type }: z.output<typeof result>) {
  const type = ANALYZERS.get(AnalyzedBy ?? '') ?? TYPES.get(Type ?? '');
  if (type !== undefined || Class !== 'os-pkgs') return type ?? Type;
  // The families that the table leaves out all use RPM.
  return Type === UNRECOGNIZED ? null : 'rpm';
}

function distroOf({ Metadata }: Head): Distro | null {
  const id = known(Metadata?.OS?.Family);
  if (id === null || id === UNRECOGNIZED) return null;
  // Amazon Linux comes with its codename: `2 (Karoo)`.
  const versionId = known(Metadata?.OS?.Name)?.split(/\s/, 1)[0] ?? '';
  return { id, versionId, prettyName: '', cpeName: '' };
}

function subjectOfReport({ ArtifactName, ArtifactType, Metadata }: Head): InventorySubject | null {
  const name = known(ArtifactName);
  if (name === null) return null;
  switch (ArtifactType) {
    case 'container_image':
      return imageSubject({
        name,
        tags: Metadata?.RepoTags ?? [],
        repoDigests: Metadata?.RepoDigests ?? [],
        labels: Metadata?.ImageConfig?.config?.Labels,
      });
    case 'repository':
      return subjectOf('repository', name, known(Metadata?.Branch), known(Metadata?.Commit));
    default:
      return subjectOf('directory', name);
  }
}
