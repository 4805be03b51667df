/** The groups of the API's document, in its order. */
export const TAGS = {
  'Scan ingest': 'What scanners upload.',
  SBOM: 'Inventories of other tools: uploaded, or judged without being stored.',
  'Dependency-Track': 'Whether its clients are answered here, as their own server would.',
  Clusters: 'What runs in Kubernetes, as its own tools report it.',
  Images: 'Image tags and scanned directories with the software that they hold.',
  Projects: 'What uploads name as their project: a group of images.',
  Teams: 'Who answers for projects, by rules or by hand: whom to ask.',
  Software: 'Products and release cycles across all images.',
  Scans: 'When images were scanned.',
  Analytics: 'Counts now, and over time.',
  Scanner: 'Lists that scanners read.',
  Catalog: 'What is known of products: their release cycles, and until when each is supported.',
  Check: 'Whether a named component version has reached its end of life.',
  Notes: 'What people wrote on products.',
  Policies: 'When a build is warned of software that ends, or denied.',
  Waivers: 'What is allowed for a time although a policy denies it: asked for, decided, ended.',
  Messages: 'Where messages go outside of the dashboard, and what became of each.',
  'API keys': 'Credentials of scanners and other programs.',
  'Trusted repositories': 'Whose builds are taken by the token that their platform signs.',
  Certificate: 'What scanners verify image signatures with.',
  Organizations: 'Who owns all the above.',
  'Members and invitations': 'The people of an organization.',
  'Audit log': 'Who changed what.',
  Service: 'Of the service itself.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;
