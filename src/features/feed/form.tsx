'use client';

import { zodResolver } from '@hookform/resolvers/zod';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { EXPIRY_CHOICES, expiryDay } from '@/features/frame/expiry';
import { formatDay } from '@/lib/dates';
import { newFeedSchema } from './schema';

type EnteredFeed = z.input<typeof newFeedSchema>;
export type NewFeed = z.output<typeof newFeedSchema>;

export interface FeedFormProps {
  readonly today: string;
  readonly pending: boolean;
  readonly onEntered: (feed: NewFeed) => void;
}

/** Asks in a dialog where an address will be used, and how long it holds. Its buttons come with it, when it is loaded. */
export function FeedForm({ today, pending, onEntered }: FeedFormProps) {
  const form = useForm<EnteredFeed, unknown, NewFeed>({
    resolver: zodResolver(newFeedSchema),
    defaultValues: { label: '', expires: 'never', day: '' },
  });
  const { control, register, formState } = form;
  const [expires, day] = useWatch({ control, name: ['expires', 'day'] });
  const ends = expiryDay(expires, day, today);
  return (
    <form onSubmit={form.handleSubmit(onEntered)} className="grid gap-4">
      <Field
        label="Name"
        hint="Where it is used, so that you can find it again."
        error={formState.errors.label?.message}
      >
        <Input
          {...register('label')}
          autoFocus
          autoComplete="off"
          placeholder="Team calendar"
          maxLength={255}
        />
      </Field>
      <div className="grid gap-2 sm:grid-cols-2">
        <Controller
          control={control}
          name="expires"
          render={({ field }) => (
            <Field
              label="Expires"
              hint={ends ? `It works until the end of ${formatDay(ends)} (UTC).` : undefined}
            >
              <Select options={EXPIRY_CHOICES} value={field.value} onChange={field.onChange} />
            </Field>
          )}
        />
        {expires === 'day' && (
          <Field label="Last day" error={formState.errors.day?.message}>
            <Input {...register('day')} type="date" min={today} />
          </Field>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={pending}>
          Make the addresses
        </Button>
      </div>
    </form>
  );
}
