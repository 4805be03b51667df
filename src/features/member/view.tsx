'use client';

import { Stack } from '@/components/layout/stack';
import type { DirectoryKind } from '@/domain/user/provider';
import { useMay } from '@/features/frame/reader';
import { SectionHead } from '@/features/frame/section';
import { InvitePeople } from '@/features/invitation/form';
import { Invitations } from '@/features/invitation/table';
import { DirectoryProvider, useDirectoryWords } from '@/features/invitation/words';
import { People } from './table';

export interface MembersViewProps {
  readonly idpOrgId: string;
  readonly today: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
  /** Directory that keeps the members. */
  readonly directory: DirectoryKind;
}

/** Shows the members and the invitations of the organization. */
export function MembersView({ directory, ...lists }: MembersViewProps) {
  return (
    <DirectoryProvider kind={directory}>
      <Lists {...lists} />
    </DirectoryProvider>
  );
}

function Lists({ idpOrgId, today, sendsMail }: Omit<MembersViewProps, 'directory'>) {
  const mayManage = useMay('organization:manage');
  const { people, managing, invitations } = useDirectoryWords();
  return (
    <Stack className="gap-8">
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead
          title="People"
          actions={mayManage && <InvitePeople idpOrgId={idpOrgId} sendsMail={sendsMail} />}
        >
          {[people, mayManage ? managing : ''].join(' ').trim()}
        </SectionHead>
        <People idpOrgId={idpOrgId} />
      </section>
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead title="Invitations">{invitations}</SectionHead>
        <Invitations idpOrgId={idpOrgId} today={today} sendsMail={sendsMail} />
      </section>
    </Stack>
  );
}
