/**
 * The members of a scan upload that are read, as a tree along their key paths. A value whose kind is not the one its
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
  /** A value of several kinds: the option of its kind is its rule. */
  | { readonly kind: 'either'; readonly options: readonly KeepRule[] }
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

export const scalar: KeepRule = { kind: 'scalar' };

/** An object of which the named members are read: those with a rule of their own, and scalars. */
export function members(
  rules: Record<string, KeepRule>,
  scalars: readonly string[] = [],
): KeepRule {
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

/** An array of which at most the first `maxItems` are read. */
export function list(item: KeepRule, maxItems = MAX_NESTED_ITEMS): KeepRule {
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

/** The whole body. `AppConfig` and `Context` carry credentials besides what is named here. */
export const SCAN_BODY_RULE: KeepRule = members(
  {
    Matches: list(members({ Cycle: cycle, Package: component }), MAX_MATCHES + 1),
    Packages: list(component, MAX_PACKAGES + 1),
    AppConfig: members({}, ['project-name', 'commit-hash', 'image-path']),
    Context: members({
      Distro: distro,
      // Releases before 0.9 say `ImageMetadata`, and apart from it where a directory lies.
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

/** Longer than any name in the rules. */
const MAX_KEY_BYTES = 64;

/** Collects the text of one key at a time and says which of the read members it names. */
export class KeyReader {
  private readonly bytes = new Uint8Array(MAX_KEY_BYTES);
  private length = 0;
  /** The names that are read are short and ASCII; a key that is not needs no comparing. */
  private foreign = false;

  start(): void {
    this.length = 0;
    this.foreign = false;
  }

  piece(source: Uint8Array, from: number, to: number): void {
    this.foreign ||= this.length + to - from > MAX_KEY_BYTES;
    if (this.foreign) return;
    for (let at = from; at < to; at += 1) {
      this.bytes[this.length] = source[at] ?? 0;
      this.length += 1;
    }
  }

  escaped(codeUnit: number): void {
    this.foreign ||= codeUnit > 0x7f || this.length === MAX_KEY_BYTES;
    if (this.foreign) return;
    this.bytes[this.length] = codeUnit;
    this.length += 1;
  }

  /**
   * The member that the key names. The search begins at `guess`: writers keep to an order, so that it is
   * nearly always right. Returns the index, or -1.
   */
  find(members: readonly KeptMember[], guess: number): number {
    if (this.foreign) return -1;
    for (let tried = 0; tried < members.length; tried += 1) {
      const index = (guess + tried) % members.length;
      const member = members[index];
      if (member && this.equals(member.nameBytes)) return index;
    }
    return -1;
  }

  private equals(name: Uint8Array): boolean {
    if (name.length !== this.length) return false;
    for (let at = 0; at < name.length; at += 1) if (name[at] !== this.bytes[at]) return false;
    return true;
  }
}
