import { countOf } from '@/lib/numbers';
import type { Retirement } from './types';

/** Says why an image is retired: "it was not scanned for 90 days". */
export function reasonWords({ reason, days, retired_by: by }: Retirement): string {
  switch (reason) {
    case 'by_hand':
      return `by hand${by === null ? '' : `, by ${by.name}`}`;
    case 'not_scanned':
      return `by the rule: not scanned for ${countOf(days ?? 0, 'day')}`;
    case 'not_running':
      return `by the rule: no cluster has run it for ${countOf(days ?? 0, 'day')}`;
  }
}

/** Says what brought it back: "a new scan". */
export function endWords({ end, ended_by: by }: Retirement): string {
  switch (end) {
    case 'by_hand':
      return `by hand${by === null ? '' : `, by ${by.name}`}`;
    case 'scanned':
      return `by a new scan${by === null ? '' : ` of ${by.name}`}`;
    case 'running':
      return 'because a cluster runs it again';
    case 'rule_changed':
      return 'because the rule changed';
    case 'deleted':
    case null:
      return '';
  }
}

/** Says what rules would do to how many images. */
export function previewWords({
  retired,
  brought_back: broughtBack,
}: {
  readonly retired: number;
  readonly brought_back: number;
}): string {
  const would =
    retired === 0 ? 'This would retire no image' : `This would retire ${countOf(retired, 'image')}`;
  const back = broughtBack === 0 ? '' : ` and bring back ${countOf(broughtBack, 'image')}`;
  return `${would}${back} today.`;
}
