'use client';

import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SectionHead } from '@/components/layout/section-head';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { type TeamSetting, teamSetting } from '@/domain/message/mail-setting';
import { CallFailure } from '@/features/frame/call-failure';
import { FormProblem } from '@/features/frame/form-problem';
import { useMay } from '@/features/frame/reader';
import { refusalOf } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import type { Outputs } from '@/trpc/outputs';
import { HourField, TimeZoneField } from './fields';
import { TEAM_TEMPO_OPTIONS } from './words';

type Mail = Outputs['inbox']['teamMail'];

/** Shows what goes to the address of a team, and changes it. */
export function TeamMail({ teamId }: { readonly teamId: string }) {
  const mail = useQuery(useTRPC().inbox.teamMail.queryOptions({ teamId }));
  const mayManage = useMay('team:manage');
  return (
    <section aria-labelledby="team-mail" className="grid min-w-0 grid-cols-1 gap-2">
      <SectionHead id="team-mail" title="Mail to the team" />
      {mail.error && <CallFailure title="It could not be loaded." query={mail} />}
      {mail.data && (
        <div className="grid min-w-0 gap-3 rounded-md border bg-surface px-4 py-3 text-sm">
          {mail.data.email === null ? (
            <p className="text-muted">
              It has no address to write to. Its people get what concerns it themselves.
            </p>
          ) : mayManage ? (
            <Form teamId={teamId} mail={mail.data} />
          ) : (
            <p>{tempoWords(mail.data)}</p>
          )}
        </div>
      )}
    </section>
  );
}

function tempoWords({ email, setting: { tempo } }: Mail): string {
  const { label } = TEAM_TEMPO_OPTIONS.find(({ value }) => value === tempo) ?? { label: '' };
  return tempo === 'off'
    ? `Nothing goes to ${email ?? ''}.`
    : `To ${email ?? ''}: ${label.charAt(0).toLowerCase()}${label.slice(1)}.`;
}

function Form({ teamId, mail }: { readonly teamId: string; readonly mail: Mail }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [setting, setSetting] = useState<TeamSetting>(mail.setting);
  const change = (more: Partial<TeamSetting>) => setSetting({ ...setting, ...more });
  const save = useMutation({
    ...trpc.inbox.changeTeamMail.mutationOptions(),
    onSuccess: async () => {
      toast.success('Saved');
      await queryClient.invalidateQueries(trpc.inbox.teamMail.pathFilter());
    },
  });
  const isWhole = teamSetting.safeParse(setting).success;
  const isDigest = setting.tempo !== 'off' && setting.tempo !== 'at_once';
  return (
    <form
      className="grid min-w-0 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) save.mutate({ teamId, setting });
      }}
    >
      <Field
        label={`What concerns its software, to ${mail.email ?? ''}`}
        hint={mail.canMail ? undefined : 'No mail server is configured: nothing is mailed.'}
      >
        <Select
          options={TEAM_TEMPO_OPTIONS}
          value={setting.tempo}
          onChange={(tempo) => change({ tempo })}
        />
      </Field>
      {isDigest && (
        <>
          <HourField label="At" value={setting.hour} onChange={(hour) => change({ hour })} />
          <TimeZoneField
            value={setting.time_zone ?? ''}
            onChange={(zone) => change({ time_zone: zone === '' ? null : zone })}
            fallback={mail.defaults.timeZone}
            error={isWhole ? undefined : 'No time zone of this name is known.'}
          />
        </>
      )}
      <FormProblem>{save.error && refusalOf(save.error, 'Nothing was saved.')}</FormProblem>
      <div>
        <Button type="submit" loading={save.isPending} disabled={!isWhole}>
          Save
        </Button>
      </div>
    </form>
  );
}
