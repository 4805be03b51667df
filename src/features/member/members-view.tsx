'use client';

import dynamic from 'next/dynamic';
import { Stack } from '@/components/layout/stack';
import { useMay } from '@/features/frame/reader';
import { Invitations } from '@/features/invitation/invitations';
import { SectionHead } from '@/features/settings/section-head';
import { People } from './people';

const InvitePeople = dynamic(
  () => import('@/features/invitation/invite-people').then((module) => module.InvitePeople),
  { ssr: false },
);

export interface MembersViewProps {
  readonly idpOrgId: string;
  readonly today: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
}

/** Who belongs here as what, and who has been invited. */
export function MembersView({ idpOrgId, today, sendsMail }: MembersViewProps) {
  const mayManage = useMay('organization:manage');
  return (
    <Stack className="gap-8">
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead
          title="People"
          actions={mayManage && <InvitePeople idpOrgId={idpOrgId} sendsMail={sendsMail} />}
        >
          {mayManage &&
            'A change of role holds from the person’s next click on. Whoever is removed is signed out of this organization at once.'}
        </SectionHead>
        <People idpOrgId={idpOrgId} />
      </section>
      <section className="grid min-w-0 grid-cols-1 gap-3">
        <SectionHead title="Invitations">
          A link holds for 7 days, for the invited address alone, and once.
        </SectionHead>
        <Invitations idpOrgId={idpOrgId} today={today} sendsMail={sendsMail} />
      </section>
    </Stack>
  );
}
