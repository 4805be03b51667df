import { can, type Permission, type Role } from '@/domain/roles/permissions';
import { hrefs } from '@/features/hrefs';

/** Section of the settings, with a page of its own. */
interface SettingsSection {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** Permission that a reader needs to see it. */
  readonly permission: Permission;
}

/** All sections, in their order. */
const SETTINGS_SECTIONS = [
  section('organization', hrefs.settings.organization, 'Organization', 'organization:read'),
  section('members', hrefs.settings.members, 'Members', 'organization:read'),
  section('api-keys', hrefs.settings.apiKeys, 'API keys', 'api-key:manage'),
  section('build-tokens', hrefs.settings.buildTokens, 'Build tokens', 'build-token:manage'),
  section('messages', hrefs.settings.messages, 'Messages', 'channel:manage'),
  section('certificate', hrefs.settings.certificate, 'Certificate', 'certificate:read'),
  section('scanners', hrefs.settings.scanners, 'Scanners', 'scanner-list:read'),
  section(
    'dependency-track',
    hrefs.settings.companion(),
    'Dependency-Track',
    'organization:manage',
  ),
  section('feeds', hrefs.settings.feeds, 'Feeds', 'inventory:read'),
  section('waivers', hrefs.settings.waivers, 'Waivers', 'waiver:read'),
  section('retirement', hrefs.settings.retirement, 'Retired images', 'inventory:read'),
  section('retention', hrefs.settings.retention, 'Retention', 'organization:read'),
  section('catalog', hrefs.settings.catalog, 'Catalog', 'catalog:read'),
  section(
    'refused-uploads',
    hrefs.settings.refusedUploads(),
    'Refused uploads',
    'refused-upload:read',
  ),
  section('audit', hrefs.settings.audit, 'Audit log', 'audit:read'),
  // Everybody's own, and so for whoever sees the organization at all.
  section('account', hrefs.settings.account, 'Your account', 'organization:read'),
] as const satisfies readonly SettingsSection[];

type SectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

function section<const Id extends string>(
  id: Id,
  href: string,
  label: string,
  permission: Permission,
) {
  return { id, href, label, permission } as const;
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
