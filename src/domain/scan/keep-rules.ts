/**
 * What of a scan upload is read, as a tree along its key paths. A value whose kind is not the one its
 * rule speaks of becomes an empty value of its own kind, so that the schema can name the fault and
 * nothing of the content remains.
 */
export type KeepRule =
  | { readonly kind: 'scalar' }
  /** An object of which only these members are read. */
  | { readonly kind: 'members'; readonly members: readonly KeptMember[] }
  /** An object of which at most the first `maxItems` members are read, whatever their names. */
  | { readonly kind: 'record'; readonly item: KeepRule; readonly maxItems: number }
  /** An array of which at most the first `maxItems` are read. */
  | { readonly kind: 'list'; readonly item: KeepRule; readonly maxItems: number }
  /** The base64 string that leaves by its own way. */
  | { readonly kind: 'sbom' };

export interface KeptMember {
  readonly name: string;
  /** The name in ASCII. */
  readonly nameBytes: Uint8Array;
  readonly rule: KeepRule;
}

/** Limit of `Matches`. The schema reports what exceeds it, so the filter lets one more pass. */
export const MAX_MATCHES = 100_000;
/** Limit of `Packages`, by the same rule: far above any image, and what a process can hold. */
export const MAX_PACKAGES = 250_000;
/** Lists inside one entry; the longest seen has 56 CPEs. What exceeds it is not read. */
const MAX_NESTED_ITEMS = 1_000;

const scalar: KeepRule = { kind: 'scalar' };

function members(rules: Record<string, KeepRule>, scalars: readonly string[] = []): KeepRule {
  const named = scalars.map((name): [string, KeepRule] => [name, scalar]);
  return {
    kind: 'members',
    members: [...named, ...Object.entries(rules)].map(([name, rule]) => ({
      name,
      nameBytes: Buffer.from(name, 'latin1'),
      rule,
    })),
  };
}

function list(item: KeepRule, maxItems = MAX_NESTED_ITEMS): KeepRule {
  return { kind: 'list', item, maxItems };
}

const CPE_ATTRIBUTES = [
  'Part',
  'Vendor',
  'Product',
  'Version',
  'Update',
  'Edition',
  'SWEdition',
  'TargetSW',
  'TargetHW',
  'Other',
  'Language',
] as const;

const component = members(
  {
    CPEs: list(members({ Attributes: members({}, CPE_ATTRIBUTES) }, CPE_ATTRIBUTES)),
    Upstreams: list(members({}, ['Name', 'Version'])),
    Licenses: list(scalar),
  },
  ['ID', 'Name', 'Version', 'Language', 'Type', 'PURL', 'MetadataType'],
);

const cycle = members({}, [
  'ProductName',
  'ProductPermalink',
  'ReleaseCycle',
  'Eol',
  'LTS',
  'EolBool',
  'LatestRelease',
  'LatestReleaseDate',
  'ReleaseDate',
]);

/** Distribution fields: capitalized from scanners, in lower camel case from older ones. */
const distro = members({}, [
  'ID',
  'VersionID',
  'PrettyName',
  'CPEName',
  'id',
  'versionID',
  'prettyName',
  'cpeName',
]);

const sourceMetadata = members({ tags: list(scalar), repoDigests: list(scalar) });

/** The whole body. `AppConfig` and `Context` carry credentials beside what is named here. */
export const SCAN_BODY_RULE: KeepRule = members(
  {
    Matches: list(members({ Cycle: cycle, Package: component }), MAX_MATCHES + 1),
    Packages: list(component, MAX_PACKAGES + 1),
    AppConfig: members({}, ['project-name', 'commit-hash', 'image-path']),
    Context: members({
      Distro: distro,
      // Releases before 0.9 say `ImageMetadata`, and where a directory lies beside it.
      Source: members({ Metadata: sourceMetadata, ImageMetadata: sourceMetadata }, [
        'Scheme',
        'Path',
      ]),
    }),
    EventSource: members(
      { ImageLabels: { kind: 'record', item: scalar, maxItems: MAX_NESTED_ITEMS } },
      ['Type', 'Target', 'ImageName', 'ImageDigest'],
    ),
    Sbom: { kind: 'sbom' },
  },
  ['ImageName', 'ImageDigest', 'ImageVerified'],
);
