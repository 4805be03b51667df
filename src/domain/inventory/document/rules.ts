import {
  type KeepRule,
  type KeptMember,
  list,
  MAX_PACKAGES,
  members,
  scalar,
} from '@/domain/scan/body/keep-rules';

/**
 * The members of an inventory document that are read, of all JSON formats in one: a document may say what it is at
 * its end only.
 */

/** Components of a document; what exceeds it is refused, so one more is let pass. */
export const MAX_COMPONENTS = MAX_PACKAGES;
const COMPONENTS = MAX_COMPONENTS + 1;
/** Relationships that are read; later ones are passed over, and what they say is then not known. */
export const MAX_RELATIONSHIPS = 300_000;
const MAX_MANIFESTS = 10_000;

const texts = list(scalar);
const either = (...options: KeepRule[]): KeepRule => ({ kind: 'either', options });
/** An object of which at most `maxItems` members are read, whatever their names. */
export const record = (item: KeepRule, maxItems = 1_000): KeepRule => ({
  kind: 'record',
  item,
  maxItems,
});

/** Joins the members of rules for objects; of one name, the first counts. */
export function joined(...rules: readonly KeepRule[]): KeepRule {
  const byName = new Map<string, KeptMember>();
  for (const rule of rules) {
    if (rule.kind !== 'members') continue;
    for (const member of rule.members) {
      if (!byName.has(member.name)) byName.set(member.name, member);
    }
  }
  return { kind: 'members', members: [...byName.values()] };
}

const properties = list(members({}, ['name', 'value']));
const cycloneDxLicenses = list(
  either(scalar, members({ license: members({}, ['id', 'name']) }, ['id', 'name', 'expression'])),
);
const COMPONENT_SCALARS = [
  'type',
  'group',
  'name',
  'version',
  'versionRange',
  'scope',
  'cpe',
  'purl',
];
/** Of the places where a component lies, the first is told. */
const evidence = members({ occurrences: list(members({}, ['location']), 1) });
const cycloneDxComponent = recursive(
  members({ properties, licenses: cycloneDxLicenses, evidence }, COMPONENT_SCALARS),
  'components',
);

/** A component that holds a list of components of the same kind. */
function recursive(rule: KeepRule, name: string): KeepRule {
  const own: KeptMember[] = rule.kind === 'members' ? [...rule.members] : [];
  const whole: KeepRule = { kind: 'members', members: own };
  own.push({ name, nameBytes: Buffer.from(name, 'latin1'), rule: list(whole, COMPONENTS) });
  return whole;
}

const tool = members({}, ['vendor', 'name', 'version']);
/** A CycloneDX document. */
export const cycloneDx = members(
  {
    metadata: members(
      {
        tools: either(list(tool), members({ components: list(tool) })),
        component: cycloneDxComponent,
        properties,
      },
      ['timestamp'],
    ),
    components: list(cycloneDxComponent, COMPONENTS),
    // That there is one.
    vulnerabilities: list(members({}), 1),
  },
  ['bomFormat', 'specFormat', 'specVersion'],
);

const creationInfo = either(
  scalar,
  members({ creators: texts, createdUsing: either(scalar, texts) }, ['created', 'specVersion']),
);
const spdx2 = members(
  {
    creationInfo,
    documentDescribes: texts,
    packages: list(
      members(
        {
          externalRefs: list(members({}, ['referenceType', 'referenceLocator'])),
          checksums: list(members({}, ['algorithm', 'checksumValue'])),
        },
        [
          'SPDXID',
          'name',
          'versionInfo',
          'primaryPackagePurpose',
          'licenseDeclared',
          'licenseConcluded',
          'sourceInfo',
          'releaseDate',
          'validUntilDate',
        ],
      ),
      COMPONENTS,
    ),
    relationships: list(
      members({}, ['spdxElementId', 'relatedSpdxElement', 'relationshipType']),
      MAX_RELATIONSHIPS,
    ),
  },
  ['spdxVersion', 'SPDXID', 'name'],
);

const spdx3Element = members(
  {
    creationInfo,
    createdUsing: either(scalar, texts),
    supportLevel: either(scalar, texts),
    rootElement: either(scalar, texts),
    to: either(scalar, texts),
    externalIdentifier: either(
      list(members({}, ['externalIdentifierType', 'identifier'])),
      members({}, ['externalIdentifierType', 'identifier']),
    ),
  },
  [
    '@id',
    'spdxId',
    'type',
    '@type',
    'name',
    'created',
    'specVersion',
    'software_packageVersion',
    'software_packageUrl',
    'software_primaryPurpose',
    'releaseTime',
    'validUntilTime',
    'from',
    'relationshipType',
    'scope',
  ],
);
/** The graph holds every file and relationship of a document too. */
const MAX_ELEMENTS = COMPONENTS + MAX_RELATIONSHIPS;
const spdx3 = members({
  '@context': either(scalar, texts),
  '@graph': list(spdx3Element, MAX_ELEMENTS + 1),
});

const labels = record(scalar);
const sourceMetadata = members({ tags: texts, repoDigests: texts, labels }, [
  'userInput',
  'path',
  'manifestDigest',
]);
const distro = members({}, [
  'id',
  'versionID',
  'prettyName',
  'cpeName',
  'supportEnd',
  'name',
  'version',
  'idLike',
]);
const syftAndScout = members({
  artifacts: list(
    members(
      {
        cpes: list(either(scalar, members({}, ['cpe']))),
        licenses: list(either(scalar, members({}, ['value', 'spdxExpression']))),
        locations: list(members({}, ['path']), 1),
      },
      ['namespace', 'name', 'version', 'type', 'language', 'purl', 'parent'],
    ),
    COMPONENTS,
  ),
  descriptor: members({}, ['name', 'version', 'timestamp', 'sbom_version']),
  schema: members({}, ['version', 'url']),
  distro,
  source: members(
    {
      target: either(scalar, sourceMetadata),
      metadata: sourceMetadata,
      image: members(
        {
          tags: texts,
          distro: members({}, ['os_name', 'os_version']),
          config: members({ config: members({ Labels: labels }) }),
        },
        ['name', 'digest'],
      ),
    },
    ['name', 'version', 'type'],
  ),
});

const trivy = members(
  {
    Trivy: members({}, ['Version']),
    Metadata: members(
      {
        OS: members({}, ['Family', 'Name']),
        RepoTags: texts,
        RepoDigests: texts,
        ImageConfig: members({ config: members({ Labels: labels }) }),
      },
      ['ImageID', 'Commit', 'Branch', 'RepoURL'],
    ),
    Results: list(
      members(
        {
          Packages: list(
            members({ Identifier: members({}, ['PURL']), Licenses: texts }, [
              'Name',
              'Version',
              'Release',
              'Epoch',
              'SrcName',
              'SrcVersion',
              'SrcRelease',
              'AnalyzedBy',
              'SrcEpoch',
              'Dev',
              'FilePath',
            ]),
            COMPONENTS,
          ),
        },
        ['Target', 'Class', 'Type'],
      ),
      MAX_MANIFESTS,
    ),
  },
  ['SchemaVersion', 'CreatedAt', 'ArtifactName', 'ArtifactType'],
);

const gitHubSnapshot = members(
  {
    job: members({}, ['html_url']),
    detector: members({}, ['name', 'version']),
    manifests: record(
      members({ resolved: record(members({}, ['package_url', 'scope']), COMPONENTS) }),
      MAX_MANIFESTS,
    ),
  },
  ['version', 'sha', 'ref', 'scanned'],
);

const document = joined(cycloneDx, spdx2, spdx3, syftAndScout, trivy, gitHubSnapshot, spdx3Element);

/** The whole document: one of the formats, GitHub's wrapper of SPDX, or an in-toto statement around one. */
export const INVENTORY_RULE: KeepRule = joined(
  document,
  members(
    {
      sbom: spdx2,
      predicate: document,
      subject: list(members({ digest: record(scalar, 10) }, ['name'])),
    },
    ['_type', 'predicateType', 'payloadType'],
  ),
);
