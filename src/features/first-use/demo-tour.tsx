'use client';

import { useState } from 'react';
import { Link } from '@/components/ui/link';
import { X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { DEMO_STEPS, demoStepCookie } from './demo-steps';

/** Explains the demo across the top of its pages, a step at a time, until the reader has seen enough. */
export function DemoTour({ first }: { first: number }) {
  const [place, setPlace] = useState<number | null>(first);
  const step = place === null ? undefined : DEMO_STEPS[place];
  if (place === null || !step) return null;
  const go = (next: number | null) => {
    document.cookie = demoStepCookie(next);
    setPlace(next);
  };
  const [before, after] = [DEMO_STEPS[place - 1], DEMO_STEPS[place + 1]];
  return (
    <section
      aria-label="About this demo"
      data-print="hide"
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b bg-accent-soft px-4 py-2 text-sm sm:flex-nowrap sm:px-6"
    >
      <p aria-live="polite" className="min-w-0 grow basis-full text-pretty sm:basis-0">
        <span className="text-muted tabular-nums">
          Demo, {place + 1} of {DEMO_STEPS.length}
        </span>{' '}
        <strong className="font-semibold">{step.title}.</strong> {step.text}
      </p>
      <span className="flex min-w-0 grow gap-2 sm:grow-0">
        {before && (
          <Button asChild size="sm">
            <Link href={before.href} onClick={() => go(place - 1)}>
              Back
            </Link>
          </Button>
        )}
        {after ? (
          <Button asChild size="sm" variant="primary">
            <Link href={after.href} onClick={() => go(place + 1)}>
              Next: {after.title.toLowerCase()}
            </Link>
          </Button>
        ) : (
          <Button size="sm" variant="primary" onClick={() => go(null)}>
            Done
          </Button>
        )}
      </span>
      <Button
        variant="ghost"
        size="sm"
        className="w-7 px-0"
        aria-label="Close the tour"
        title="Close the tour"
        onClick={() => go(null)}
      >
        <X aria-hidden />
      </Button>
    </section>
  );
}
