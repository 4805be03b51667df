import type { SegmentOption } from '@/components/data-table/segmented-filter';
import { StatusMark } from '@/components/status/status-mark';
import type { EolChoice, ImagesParams } from './search-params';

/** The classes overlap: within 12 months holds within 6. An image counts when any of its software does. */
export const EOL_OPTIONS: readonly SegmentOption<EolChoice | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'ended', label: 'Ended', icon: <StatusMark status="ended" /> },
  { value: '6-months', label: '< 6 months', icon: <StatusMark status="soon" /> },
  { value: '12-months', label: '< 12 months', icon: <StatusMark status="next" /> },
  { value: 'later', label: 'Later', icon: <StatusMark status="later" /> },
];

export const VERIFIED_OPTIONS = [
  { value: 'yes', label: 'Verified' },
  { value: 'no', label: 'Not verified' },
] as const;

export const POLICY_OPTIONS = [
  { value: 'denied', label: 'Denied' },
  { value: 'warned', label: 'Warned of' },
] as const;

/** What the filters ask for, to say that nothing answers to it. */
export function describeFilters(params: ImagesParams): string {
  const { q, eol, verified, project, software, product, policy } = params;
  const { label, labelIs, labelValue } = params;
  const labelWords = labelIs === 'in' ? 'is any of' : 'is none of';
  const conditions = [
    q.trim() && `“${q.trim()}”`,
    EOL_OPTIONS.find(({ value }) => value === eol)?.label,
    VERIFIED_OPTIONS.find(({ value }) => value === verified)?.label,
    project !== null && 'this project',
    software !== null && 'this software',
    product !== null && product,
    POLICY_OPTIONS.find(({ value }) => value === policy)?.label.toLowerCase(),
    label !== null && `${label} ${labelWords} ${labelValue}`,
  ].filter(Boolean);
  return `No image matches ${conditions.join(' and ')}.`;
}
