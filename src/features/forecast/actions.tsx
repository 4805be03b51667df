'use client';

import { createElement, useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  Download,
  FileImage,
  FileSpreadsheet,
  FileText,
  Presentation,
  Printer,
} from 'lucide-react';
import type { ExportFormat } from '@/components/charts/picture-file';
import { useExporting } from '@/components/charts/use-exporting';
import { Button } from '@/components/ui/button';
import { DropdownMenu, MenuItem, MenuSeparator } from '@/components/ui/dropdown-menu';
import { useOwnerNames } from '@/features/names/owner';
import { useProjectOption } from '@/features/names/project-filter';
import { useShortcuts } from '@/lib/use-shortcuts';
import { useTRPC } from '@/trpc/client';
import { forecastPaperHref, forecastTableHref, type ForecastParams } from './params';
import { describeConditions, type Forecast } from './words';

export interface ExportMenuProps {
  forecast: Forecast;
  params: ForecastParams;
}

const PAPERS = [
  { paper: 'A4', label: 'A4' },
  { paper: 'LETTER', label: 'Letter' },
] as const;

/** Exports the forecast: as a slide, on paper, or as a table. */
export function ExportMenu({ forecast, params }: ExportMenuProps) {
  const [open, setOpen] = useState(false);
  const { busy, slide } = useSlide({ forecast, params });
  useShortcuts(
    useMemo(
      () => [{ keys: 'e', label: 'Export', group: 'Forecast', run: () => setOpen(true) }],
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
      <MenuItem onSelect={() => void slide('png')}>
        <Presentation aria-hidden /> Slide, PNG
      </MenuItem>
      <MenuItem onSelect={() => void slide('svg')}>
        <FileImage aria-hidden /> Slide, SVG
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => window.print()}>
        <Printer aria-hidden /> Print the page
      </MenuItem>
      {PAPERS.map(({ paper, label }) => (
        <MenuItem key={paper} asChild>
          <a href={forecastPaperHref(params, paper)} download>
            <FileText aria-hidden /> Document, PDF on {label}
          </a>
        </MenuItem>
      ))}
      <MenuItem asChild>
        <a href={forecastTableHref(params)} download>
          <FileSpreadsheet aria-hidden /> Table, CSV
        </a>
      </MenuItem>
    </DropdownMenu>
  );
}

function useSlide({ forecast, params }: ExportMenuProps) {
  const { busy, during } = useExporting();
  const session = useQuery(useTRPC().session.current.queryOptions());
  const project = useProjectOption(params.project)?.label;
  const owner = useOwnerNames(params.owner);
  const slide = (format: ExportFormat) =>
    during(async () => {
      const [{ exportPicture, fileName, SLIDE }, { ForecastPicture }] = await Promise.all([
        import('@/components/charts/picture-file'),
        import('./picture/view'),
      ]);
      const organization = session.data?.active?.organizationName ?? '';
      const conditions = describeConditions(params, { ...owner, project });
      const element = createElement(ForecastPicture, { forecast, organization, conditions });
      const name = fileName('forecast-slide', { organization, today: forecast.as_of }, format);
      await exportPicture({ element, ...SLIDE }, { name, format });
    });
  return { busy, slide };
}
