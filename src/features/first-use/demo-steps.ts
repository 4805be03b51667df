import { hrefs } from '@/features/hrefs';

/** One thing that the demo shows. */
export interface DemoStep {
  readonly title: string;
  readonly text: string;
  /** The page that it is about. */
  readonly href: string;
}

/** What the demo explains, in the order in which one would ask. */
export const DEMO_STEPS: readonly DemoStep[] = [
  {
    title: 'What to do today',
    text: 'Acme is invented; the software and its dates are real. Here is what has ended, what ends next and what to move first.',
    href: hrefs.start,
  },
  {
    title: 'What an image holds',
    text: 'Open one: each software in it has the end of its support, and what to move to.',
    href: hrefs.images(),
  },
  {
    title: 'Which builds warn or fail',
    text: 'Policies are sentences. Open one and change it: before you save you see what it would do to every image.',
    href: hrefs.policies,
  },
  {
    title: 'What ends when',
    text: 'Everything in use on one line of time, to plan by, and to send as a picture.',
    href: hrefs.timeline,
  },
  {
    title: 'Now with your own',
    text: 'Press “Upload an SBOM” and drop a file, or paste what npm sbom --sbom-format cyclonedx prints. The overview in another tab moves by itself.',
    href: hrefs.images(),
  },
];

/** The cookie that keeps the step at which the reader is, counted from 1, or that they have seen enough. */
export const DEMO_STEP_COOKIE = 'demo-step';
const DISMISSED = 'none';
const ONE_YEAR_S = 31_536_000;

/** Reads the place of the step that a cookie's value names: the first where it names none; null when it was dismissed. */
export function parseDemoStep(value: string | undefined): number | null {
  if (value === DISMISSED) return null;
  const place = Number(value ?? '1') - 1;
  return DEMO_STEPS[place] ? place : 0;
}

/** Writes the `document.cookie` assignment that keeps a step, or that the tour was dismissed. */
export function demoStepCookie(place: number | null): string {
  const value = place === null ? DISMISSED : String(place + 1);
  return `${DEMO_STEP_COOKIE}=${value}; Path=/; Max-Age=${String(ONE_YEAR_S)}; SameSite=Lax`;
}
