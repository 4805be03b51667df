import { can, type Permission, type Role } from '@/domain/roles/permissions';
import { hrefs } from '@/features/hrefs';

/** Section of the settings, with a page of its own. */
interface SettingsSection {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** Heading that it stands under in the list of sections. */
  readonly group: string;
  /** Permission that a reader needs to see it. */
  readonly permission: Permission;
}

const PEOPLE = 'People';
const UPLOADS = 'Uploads';
const TOOLS = 'Other tools';
const RULES = 'Rules and records';

/** All sections, in their order. */
const SETTINGS_SECTIONS = [
  section('organization', hrefs.settings.organization, 'Organization', PEOPLE, 'organization:read'),
  section('members', hrefs.settings.members, 'Members', PEOPLE, 'organization:read'),
  // Everybody's own, and so for whoever sees the organization at all.
  section('account', hrefs.settings.account, 'Your account', PEOPLE, 'organization:read'),
  section('api-keys', hrefs.settings.apiKeys, 'API keys', UPLOADS, 'api-key:manage'),
  section(
    'build-tokens',
    hrefs.settings.buildTokens,
    'Build tokens',
    UPLOADS,
    'build-token:manage',
  ),
  section('certificate', hrefs.settings.certificate, 'Certificate', UPLOADS, 'certificate:read'),
  section('scanners', hrefs.settings.scanners, 'Scanners', UPLOADS, 'scanner-list:read'),
  section(
    'refused-uploads',
    hrefs.settings.refusedUploads(),
    'Refused uploads',
    UPLOADS,
    'refused-upload:read',
  ),
  section('messages', hrefs.settings.messages, 'Messages', TOOLS, 'channel:manage'),
  section('feeds', hrefs.settings.feeds, 'Feeds', TOOLS, 'inventory:read'),
  section(
    'dependency-track',
    hrefs.settings.companion(),
    'Dependency-Track',
    TOOLS,
    'organization:manage',
  ),
  section('waivers', hrefs.settings.waivers, 'Waivers', RULES, 'waiver:read'),
  section('retirement', hrefs.settings.retirement, 'Retired images', RULES, 'inventory:read'),
  section('retention', hrefs.settings.retention, 'Retention', RULES, 'organization:read'),
  section('catalog', hrefs.settings.catalog, 'Catalog', RULES, 'catalog:read'),
  section('audit', hrefs.settings.audit, 'Audit log', RULES, 'audit:read'),
] as const satisfies readonly SettingsSection[];

type SectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

function section<const Id extends string>(
  id: Id,
  href: string,
  label: string,
  group: string,
  permission: Permission,
) {
  return { id, href, label, group, permission } as const;
}

/** Lists the sections that a role may see. */
export function sectionsFor(role: Role): SettingsSection[] {
  return SETTINGS_SECTIONS.filter(({ permission }) => can(role, permission));
}

/** Returns the section of this id. */
export function sectionOf(id: SectionId): SettingsSection {
  const found = SETTINGS_SECTIONS.find((one) => one.id === id);
  if (!found) throw new Error(`There is no section ${id}`);
  return found;
}
