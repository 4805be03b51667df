import { can, type Permission, type Role } from '@/domain/roles/permissions';

/** One part of the settings, with a page of its own. */
interface SettingsSection {
  readonly id: string;
  readonly href: string;
  readonly label: string;
  /** What a reader must be allowed to do to see it. */
  readonly permission: Permission;
}

/** All sections, in the order in which they are shown. */
const SETTINGS_SECTIONS = [
  section('organization', 'Organization', 'organization:read'),
  section('members', 'Members', 'organization:read'),
  section('api-keys', 'API keys', 'api-key:manage'),
  section('certificate', 'Certificate', 'certificate:read'),
  section('scanners', 'Scanners', 'scanner-list:read'),
  section('catalog', 'Catalogue', 'catalog:read'),
  section('refused-uploads', 'Refused uploads', 'refused-upload:read'),
  section('audit', 'Audit log', 'audit:read'),
  // Everybody's own, and so for whoever sees the organization at all.
  section('account', 'Your account', 'organization:read'),
] as const satisfies readonly SettingsSection[];

type SectionId = (typeof SETTINGS_SECTIONS)[number]['id'];

function section<const Id extends string>(id: Id, label: string, permission: Permission) {
  return { id, href: `/settings/${id}`, label, permission } as const;
}

/** The sections that a role may see. */
export function sectionsFor(role: Role): SettingsSection[] {
  return SETTINGS_SECTIONS.filter(({ permission }) => can(role, permission));
}

/** The section of this id. */
export function sectionOf(id: SectionId): SettingsSection {
  const found = SETTINGS_SECTIONS.find((one) => one.id === id);
  if (!found) throw new Error(`There is no section ${id}`);
  return found;
}
