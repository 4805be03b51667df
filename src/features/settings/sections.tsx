import { can, type Permission, type Role } from '@/domain/roles/permissions';

/** A page of the settings. */
export interface SettingsSection {
  readonly href: string;
  readonly label: string;
  /** Who does not have it does not see the section. */
  readonly permission: Permission;
}

/** All of them, in their order. The first that a reader may see is what Settings opens with. */
const SECTIONS: readonly SettingsSection[] = [
  { href: '/settings/catalog', label: 'Catalogue', permission: 'catalog:read' },
];

/** The sections that somebody of this role may see. */
export function sectionsFor(role: Role): readonly SettingsSection[] {
  return SECTIONS.filter(({ permission }) => can(role, permission));
}
