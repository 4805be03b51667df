'use client';

import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Download, FileImage, FileType } from 'lucide-react';
import { toast } from '@/components/ui/toast';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem } from '@/components/ui/dropdown-menu';
import type { Day } from '@/domain/eol/calendar';
import { useProjectOptions } from '@/features/names/project';
import { useShortcuts } from '@/lib/use-shortcuts';
import { useTRPC } from '@/trpc/client';
import { barsOf } from './layout/rows';
import { anchorAt } from './layout/scale';
import type { TimelineParams } from './params';
import type { ExportFormat } from './picture/actions';
import { describeConditions, type TimelineItem } from './words';

export interface ExportMenuProps {
  items: readonly TimelineItem[];
  /** How many there would be if none had been cut off. */
  total: number;
  params: TimelineParams;
  today: Day;
}

/** Exports the picture as a file, with all of its rows at the zoom and place that the chart is at. */
export function ExportMenu(props: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  const { busy, run } = useExport(props);
  useShortcuts(
    useMemo(
      () => [{ keys: 'e', label: 'Export', group: 'Timeline', run: () => setOpen(true) }],
      [],
    ),
  );
  return (
    <DropdownMenu
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button loading={busy}>
          {!busy && <Download aria-hidden />}
          Export
        </Button>
      }
    >
      <MenuItem onSelect={() => void run('svg')}>
        <FileType aria-hidden /> SVG, sharp at any size
      </MenuItem>
      <MenuItem onSelect={() => void run('png')}>
        <FileImage aria-hidden /> PNG, for slides and chats
      </MenuItem>
    </DropdownMenu>
  );
}

function useExport({ items, total, params, today }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const { session } = useTRPC();
  const queryClient = useQueryClient();
  const projects = useProjectOptions();
  const run = async (format: ExportFormat) => {
    setBusy(true);
    try {
      const [{ exportPicture }, { active }] = await Promise.all([
        import('./picture/actions'),
        queryClient.fetchQuery(session.current.queryOptions()),
      ]);
      const project = projects.find(({ value }) => value === params.project)?.label;
      const scale = await exportPicture(
        {
          organization: active?.organizationName ?? '',
          conditions: describeConditions(params, project),
          rows: barsOf(items, today),
          total,
          today,
          zoom: params.zoom,
          anchor: anchorAt(params.at, today),
        },
        format,
      );
      if (scale < 1) {
        toast.info('The PNG is smaller than drawn, as browsers bound its size. The SVG is not.');
      }
    } catch {
      toast.error('The picture could not be made. Try again, or the other format.');
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
