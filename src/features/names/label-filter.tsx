'use client';

import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { LabelFilter } from '@/components/data-table/label-filter';
import {
  labelFilterOf,
  type LabelFilter as Condition,
  type WrittenLabel,
} from '@/domain/image/list';
import { useTRPC } from '@/trpc/client';

export interface ImageLabelFilterProps {
  /** The condition as the address has it. */
  value: WrittenLabel;
  onChange: (changes: { [Part in keyof WrittenLabel]: WrittenLabel[Part] | null }) => void;
}

/** Narrows a list to the images with a label, or to what these hold. The labels are read once they are wanted. */
export function ImageLabelFilter({ value, onChange }: ImageLabelFilterProps) {
  const [isWanted, setWanted] = useState(false);
  const labels = useQuery({ ...useTRPC().image.labels.queryOptions(), enabled: isWanted });
  return (
    <LabelFilter
      labels={labels.data?.labels}
      read={labels}
      onWanted={() => setWanted(true)}
      value={labelFilterOf(value)}
      onChange={(condition) => onChange(written(condition))}
    />
  );
}

function written(condition: Condition | null) {
  return {
    label: condition?.key ?? null,
    labelIs: condition?.operator === 'NOT_IN' ? ('not-in' as const) : null,
    labelValue: condition?.value ?? null,
  };
}
