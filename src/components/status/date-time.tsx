'use client';

import { useSyncExternalStore } from 'react';
import { formatAgo, formatDaysSince, formatInstant, formatInstantDay } from '@/lib/dates';

const MINUTE_MS = 60_000;

export interface DateTimeProps {
  /** An ISO 8601 instant. */
  value: string;
  /** `time` is "11 Jul 2026, 14:03", `day` its first half, `ago` "5 min ago". */
  show?: 'time' | 'day' | 'ago';
  className?: string;
}

/**
 * An instant in the reader's time zone. The server, which does not know the zone, writes UTC and
 * says so; the browser puts its own time there right after hydration.
 */
export function DateTime({ value, show = 'time', className }: DateTimeProps) {
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null);
  const zone = minute === null ? 'UTC' : undefined;
  const exact = formatInstant(value, zone);
  return (
    <time dateTime={value} title={`${exact}${zone ? ' UTC' : ''}`} className={className}>
      {text(value, show, minute)}
    </time>
  );
}

/** Says for how many days an instant is past, "4 days"; "a day" until the browser tells the time. */
export function DaysSince({ value }: Pick<DateTimeProps, 'value'>) {
  const minute = useSyncExternalStore(everyMinute, currentMinute, () => null);
  return minute === null ? 'a day' : formatDaysSince(value, minute * MINUTE_MS);
}

function text(value: string, show: DateTimeProps['show'], minute: number | null): string {
  if (show === 'day') return formatInstantDay(value, minute === null ? 'UTC' : undefined);
  if (show === 'ago') {
    // About as wide as what takes its place, which lines and rows that are one line high count on.
    return minute === null ? formatInstantDay(value, 'UTC') : formatAgo(value, minute * MINUTE_MS);
  }
  return minute === null ? `${formatInstant(value, 'UTC')} UTC` : formatInstant(value);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS);
}

function everyMinute(listener: () => void): () => void {
  const timer = window.setInterval(listener, MINUTE_MS);
  return () => window.clearInterval(timer);
}
