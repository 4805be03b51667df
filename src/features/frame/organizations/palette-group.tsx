import { ArrowLeftRight, Plus } from 'lucide-react';
import type { PaletteGroup } from '@/components/layout/palette-items';
import { ROLE_NAMES } from '../role-words';
import type { Membership } from './membership';

export interface PaletteGroupActions {
  readonly onSwitch: (organizationId: string) => void;
  readonly onCreate: () => void;
}

/** The reader's other organizations, and a new one, as the palette lists them. */
export function organizationGroup(
  active: Membership,
  memberships: readonly Membership[],
  { onSwitch, onCreate }: PaletteGroupActions,
): PaletteGroup {
  const others = memberships.filter((one) => one.organizationId !== active.organizationId);
  return {
    heading: 'Organizations',
    items: [
      ...others.map(({ organizationId, organizationName, role }) => ({
        id: organizationId,
        label: `Switch to ${organizationName}`,
        detail: ROLE_NAMES[role],
        icon: <ArrowLeftRight aria-hidden />,
        keywords: ['organization', 'change', organizationName],
        onSelect: () => onSwitch(organizationId),
      })),
      {
        id: 'create-organization',
        label: 'Create an organization',
        icon: <Plus aria-hidden />,
        keywords: ['new'],
        onSelect: onCreate,
      },
    ],
  };
}
