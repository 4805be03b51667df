'use client';

import { useState } from 'react';
import dynamic from 'next/dynamic';
import { ChevronDown } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import { VisuallyHidden } from '@/components/ui/visually-hidden';
import { cpePrefix, type UnknownPackage } from '@/features/coverage/words';
import { hrefs } from '@/features/hrefs';

const SameDialog = dynamic(() => import('../same/dialog').then((module) => module.SameDialog), {
  ssr: false,
});
const OursDialog = dynamic(() => import('../ours/dialog').then((module) => module.OursDialog), {
  ssr: false,
});

/** What can be said of a package that nobody knows. */
export function PackageActions({ found }: { found: UnknownPackage }) {
  const [asked, setAsked] = useState<'same' | 'ours' | null>(null);
  const router = useRouter();
  const { name, purl, cpe } = found;
  const dialog = { found, open: true, onOpenChange: () => setAsked(null) };
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="sm">
            Say what it is
            <VisuallyHidden> of {name}</VisuallyHidden>
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem
          onSelect={() => router.push(hrefs.newProduct({ name, purl, cpe: cpePrefix(cpe) }))}
        >
          Add to our catalog
        </MenuItem>
        <MenuItem onSelect={() => setAsked('same')}>Same product as…</MenuItem>
        <MenuItem onSelect={() => setAsked('ours')}>Ours, not third-party</MenuItem>
      </DropdownMenu>
      {asked === 'same' && <SameDialog {...dialog} />}
      {asked === 'ours' && <OursDialog {...dialog} />}
    </>
  );
}
