'use client';

import type { ReactNode } from 'react';
import { usePathname } from 'next/navigation';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { LinkTabs } from '@/components/ui/link-tabs';
import { OPERATOR_SECTIONS } from './params';

/** Frames a page of the installation: its sections as tabs above the one that is open. */
export function OperatorFrame({ children }: { readonly children: ReactNode }) {
  const pathname = usePathname();
  const current = OPERATOR_SECTIONS.find(({ href }) => pathname.startsWith(href));
  return (
    <Stack className="gap-5">
      <PageHeader title="Operator" />
      <LinkTabs label="Operator" tabs={OPERATOR_SECTIONS} current={current?.id ?? ''} />
      <div className="min-w-0">{children}</div>
    </Stack>
  );
}
