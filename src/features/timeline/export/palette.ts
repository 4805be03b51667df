import { STATUSES, type Status } from '@/components/status/states';

/** The colours of an exported picture, which is read without our style sheet: always those of the light theme. */
export interface Palette {
  readonly paper: string;
  readonly past: string;
  readonly ink: string;
  readonly muted: string;
  readonly line: string;
  readonly yearLine: string;
  readonly today: string;
  readonly onToday: string;
  readonly overrunPaper: string;
  readonly status: Readonly<Record<Status, string>>;
}

/** Reads the palette from the page's own tokens. Browser only. */
export function readPalette(): Palette {
  const probe = document.createElement('span');
  probe.dataset['theme'] = 'light';
  document.body.append(probe);
  const read = (token: string) => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  try {
    return {
      paper: read('surface'),
      past: read('sunken'),
      ink: read('fg'),
      muted: read('fg-muted'),
      line: read('border'),
      yearLine: read('border-strong'),
      today: read('accent'),
      onToday: read('accent-fg'),
      overrunPaper: read('status-ended-bg'),
      status: readStatuses(read),
    };
  } finally {
    probe.remove();
  }
}

function readStatuses(read: (token: string) => string): Record<Status, string> {
  const colours = { ended: '', soon: '', next: '', later: '', unknown: '' };
  for (const status of STATUSES) colours[status] = read(`status-${status}`);
  return colours;
}
