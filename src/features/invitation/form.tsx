'use client';

import { useState, type SubmitEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog, DialogClose } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import type { InvitationMail } from '@/domain/invitation/invitation';
import { PERSON_ROLES, type PersonRole } from '@/domain/roles/permissions';
import { useAskedOpen } from '@/features/frame/asked-open';
import { ROLE_WORDS } from '@/features/frame/words';
import { useTRPC } from '@/trpc/client';
import { InviteOutcome } from './card';
import { useDirectoryWords, wordsForOutcome, inviteRefusalOf } from './words';

export interface InvitePeopleProps {
  readonly idpOrgId: string;
  /** Whether invitations go out by mail. */
  readonly sendsMail: boolean;
}

/** Invites one or several addresses, and shows their outcomes once. */
export function InvitePeople({ idpOrgId, sendsMail }: InvitePeopleProps) {
  const [open, setOpen] = useState(false);
  const { inviting } = useDirectoryWords();
  const invite = useInvite(idpOrgId);
  // Outcomes that arrived while the dialog was closed are shown when it opens again: they hold links.
  const [seen, setSeen] = useState(false);
  const change = (next: boolean) => {
    setOpen(next);
    if (next && seen) invite.reset();
    setSeen(!next && invite.outcomes !== null);
  };
  useAskedOpen(() => change(true));
  const words = invite.outcomes
    ? wordsForOutcome(invite.outcomes)
    : wordsBefore(sendsMail, inviting);
  return (
    <Dialog
      {...words}
      open={open}
      onOpenChange={change}
      trigger={
        <Button variant="primary">
          <UserPlus aria-hidden />
          Invite people
        </Button>
      }
    >
      {invite.outcomes ? (
        <InviteOutcome outcomes={invite.outcomes} onClose={() => change(false)} />
      ) : (
        <InviteForm progress={invite.progress} onInvite={invite.send} />
      )}
    </Dialog>
  );
}

function wordsBefore(sendsMail: boolean, inviting: string | null) {
  return {
    title: 'Invite people',
    description: inviting ?? describeInviting(sendsMail),
  };
}

function describeInviting(sendsMail: boolean): string {
  return sendsMail
    ? 'Each address is mailed a link of its own. It works only for an account with that address.'
    : 'No mail is sent here: each address gets a link of its own, for you to pass on. It works only for an account with that address.';
}

interface InviteFormProps {
  /** Progress of inviting; null while nobody is being invited. */
  readonly progress: { readonly done: number; readonly of: number } | null;
  readonly onInvite: (emails: readonly string[], role: PersonRole) => Promise<void>;
}

/** Stops a page of addresses that was pasted by accident. */
const MOST_AT_ONCE = 100;

/** Loads the address parser with the first change, since it brings a library along. */
const loadAddresses = () => import('./schema');

const OPTIONS = PERSON_ROLES.map((value) => ({ value, label: ROLE_WORDS[value] }));

/** Asks for addresses and a role. */
function InviteForm({ progress, onInvite }: InviteFormProps) {
  const [text, setText] = useState('');
  const [role, setRole] = useState<PersonRole>('member');
  const [problem, setProblem] = useState<string | null>(null);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { readAddresses } = await loadAddresses();
    const { good, bad } = readAddresses(text);
    const found = problemWith(good, bad);
    setProblem(found);
    if (found === null) void onInvite(good, role);
  };
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onChange={() => void loadAddresses()}
      className="grid gap-4"
    >
      <Field
        label="E-mail addresses"
        hint="One or more, one per line or separated by commas; Name <address> works too."
        error={problem}
      >
        <Textarea
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder="ada@example.com"
          autoComplete="off"
          spellCheck={false}
          rows={3}
        />
      </Field>
      <Field label="Role">
        <Select options={OPTIONS} value={role} onChange={setRole} />
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={progress !== null}>
          {progress !== null && progress.of > 1
            ? `Inviting ${String(progress.done)} of ${String(progress.of)}`
            : 'Invite'}
        </Button>
      </div>
    </form>
  );
}

function problemWith(good: readonly string[], bad: readonly string[]): string | null {
  if (bad.length > 0) return `Not an e-mail address: ${bad.join(', ')}`;
  if (good.length > MOST_AT_ONCE) {
    return `At most ${String(MOST_AT_ONCE)} at once; these are ${String(good.length)}.`;
  }
  return good.length === 0 ? 'Enter an e-mail address, such as ada@example.com' : null;
}

/** Outcome of inviting one address. */
export type InviteOutcome = MadeInvitation | { readonly email: string; readonly problem: string };

export interface MadeInvitation {
  readonly email: string;
  /** Link to pass on; null where the identity provider mails one of its own. */
  readonly link: string | null;
  readonly mail: InvitationMail;
}

/** Calls at once; more would only queue at the mail server. */
const AT_ONCE = 3;

/** Invites addresses a few at a time; a refused one does not stop the others. */
function useInvite(idpOrgId: string) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [outcomes, setOutcomes] = useState<readonly InviteOutcome[] | null>(null);
  const { mutateAsync: create } = useMutation(trpc.invitation.create.mutationOptions());

  const inviteOne = async (email: string, role: PersonRole): Promise<InviteOutcome> => {
    try {
      const made = await create({ idp_org_id: idpOrgId, body: { email, role } });
      return { email, link: made.accept_url, mail: made.mail };
    } catch (error) {
      return { email, problem: inviteRefusalOf(error, 'Not invited.') };
    }
  };
  const send = async (emails: readonly string[], role: PersonRole) => {
    const found = new Map<string, InviteOutcome>();
    const waiting = [...emails];
    setProgress({ done: 0, of: emails.length });
    const work = async () => {
      for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
        found.set(email, await inviteOne(email, role));
        setProgress({ done: found.size, of: emails.length });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    setProgress(null);
    setOutcomes(emails.flatMap((email) => found.get(email) ?? []));
    await queryClient.invalidateQueries(trpc.invitation.list.pathFilter());
  };
  return { progress, outcomes, send, reset: () => setOutcomes(null) };
}
