'use client';

import { useDeferredValue, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { MENU_ITEM_CLASS } from '@/components/ui/menu-classes';
import { Popover } from '@/components/ui/popover';
import { Select } from '@/components/ui/select';
import { useActiveOption } from '@/components/ui/use-active-option';
import { projectTitle } from '@/domain/identifiers/project-name';
import { keepRows } from '@/features/frame/kept-rows';
import { type DashboardImage, ImageName, referenceOf } from '@/features/names/image';
import { cn } from '@/lib/cn';
import { formatInstant } from '@/lib/dates';
import { searchText } from '@/lib/page-params';
import { useTRPC } from '@/trpc/client';

/** As many of an image's scans as are offered; its history links further ones. */
const SCANS_OFFERED = 100;
const IMAGES_OFFERED = 25;
const NOW = 'now';

type PickedImage = Pick<DashboardImage, 'kind' | 'name' | 'tag'>;

export interface StatePickerProps {
  /** What this side is called: "Before". */
  title: string;
  imageTagId: string | null;
  scanId: string | null;
  onChange: (imageTagId: string, scanId: string | null) => void;
}

/** Chooses one of the two that are compared: an image, and which of its states. */
export function StatePicker({ title, imageTagId, scanId, onChange }: StatePickerProps) {
  const image = useQuery({
    ...useTRPC().image.get.queryOptions({ imageTagId: imageTagId ?? '' }),
    enabled: imageTagId !== null,
  });
  return (
    <fieldset className="grid min-w-0 content-start gap-2 rounded-md border bg-surface px-4 pt-2 pb-4">
      <legend className="px-1 text-xs text-muted">{title}</legend>
      <ImagePicker
        label={`${title}: image`}
        chosen={imageTagId === null ? null : (image.data ?? null)}
        isGone={image.isError}
        onChange={(next) => onChange(next, null)}
      />
      {imageTagId !== null && (
        <ScanPicker
          label={`${title}: state`}
          imageTagId={imageTagId}
          scanId={scanId}
          onChange={(next) => onChange(imageTagId, next)}
        />
      )}
    </fieldset>
  );
}

interface ImagePickerProps {
  label: string;
  chosen: PickedImage | null;
  isGone: boolean;
  onChange: (imageTagId: string) => void;
}

function ImagePicker({ label, chosen, isGone, onChange }: ImagePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={setOpen}
      className="w-[min(36rem,calc(100vw-2rem))] p-0"
      trigger={
        <Button
          aria-label={chosen ? `${label}: ${referenceOf(chosen)}` : label}
          className="w-full min-w-0 justify-between"
        >
          {chosen ? (
            <span className="min-w-0 grow text-left">
              <ImageName image={chosen} />
            </span>
          ) : (
            <span className="font-normal text-muted">
              {isGone ? 'There is no such image' : 'Choose an image'}
            </span>
          )}
          <ChevronDown aria-hidden className="shrink-0 text-subtle" />
        </Button>
      }
    >
      <ImageChoices
        label={label}
        onChoose={(next) => {
          setOpen(false);
          onChange(next);
        }}
      />
    </Popover>
  );
}

/** Finds an image by typing; the server searches, as there may be any number. */
function ImageChoices({
  label,
  onChoose,
}: {
  label: string;
  onChoose: (imageTagId: string) => void;
}) {
  const [text, setText] = useState('');
  const asked = useDeferredValue(text);
  const images = useQuery({
    ...useTRPC().image.listForDashboard.queryOptions({
      ...{ search: searchText(asked), sort: 'latestScan', direction: 'desc' },
      ...{ page: 1, size: IMAGES_OFFERED },
    }),
    placeholderData: keepRows,
  });
  const items = images.data?.items ?? [];
  const { inputProps, listProps, optionProps } = useActiveOption(
    items.map(({ id }) => id),
    onChoose,
  );
  return (
    <>
      <input
        {...inputProps}
        aria-label="Find an image"
        placeholder="Find an image"
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-9 w-full border-b bg-transparent px-3 text-lg outline-none sm:text-sm"
      />
      <ul {...listProps} aria-label={label} className="max-h-80 overflow-y-auto p-1">
        {items.map((image) => (
          <li
            key={image.id}
            {...optionProps(image.id)}
            className={cn(MENU_ITEM_CLASS, 'grid grid-cols-[minmax(0,1fr)] gap-0')}
          >
            <ImageName image={image} />
            <span className="truncate text-xs text-muted">
              {projectTitle(image.projectName).title}
            </span>
          </li>
        ))}
      </ul>
      {images.data && items.length === 0 && (
        <p role="status" className="px-3 pb-3 text-muted">
          No image by that name
        </p>
      )}
    </>
  );
}

interface ScanPickerProps {
  label: string;
  imageTagId: string;
  scanId: string | null;
  onChange: (scanId: string | null) => void;
}

function ScanPicker({ label, imageTagId, scanId, onChange }: ScanPickerProps) {
  const scans = useQuery(
    useTRPC().image.scans.queryOptions({ imageTagId, page: 1, size: SCANS_OFFERED }),
  );
  const items = scans.data?.items ?? [];
  const isOffered = scanId === null || items.some(({ id }) => id === scanId);
  return (
    <Select
      aria-label={label}
      className="w-full"
      value={scanId ?? NOW}
      onChange={(next) => onChange(next === NOW ? null : next)}
      options={[
        { value: NOW, label: 'As it is now' },
        ...(isOffered ? [] : [{ value: scanId, label: 'An earlier scan' }]),
        ...items.map(({ id, scanDate }) => ({
          value: id,
          label: `Scan of ${formatInstant(scanDate, 'UTC')} UTC`,
        })),
      ]}
    />
  );
}
