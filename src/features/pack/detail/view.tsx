'use client';

import { useQuery } from '@tanstack/react-query';
import { Loading } from '@/components/feedback/loading';
import { PageHeader } from '@/components/layout/page-header';
import { Stack } from '@/components/layout/stack';
import { DateTime } from '@/components/status/date-time';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { CopyText } from '@/components/ui/copy-text';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { CallFailure } from '@/features/frame/call-failure';
import { hrefs } from '@/features/hrefs';
import { formatDay } from '@/lib/dates';
import { useTRPC } from '@/trpc/client';
import type { Pack } from '../types';
import { SIGNER_WORDS, titleOf } from '../words';
import { SignActions } from './actions';

/** Shows one evidence pack: its files, who has signed it, and whether it is what it was. */
export function PackView({ initial }: { readonly initial: Pack }) {
  const query = useQuery({
    ...useTRPC().pack.get.queryOptions({ id: initial.id }),
    initialData: initial,
  });
  if (query.error) return <CallFailure title="The pack could not be loaded." query={query} />;
  const pack = query.data;
  return (
    <Stack>
      <PageHeader
        crumbs={[{ label: 'Evidence packs', href: hrefs.packs() }]}
        title={titleOf(pack)}
        description={`What was known on ${formatDay(pack.as_of)}, frozen`}
        actions={<SignActions pack={pack} />}
      />
      <div className="grid min-w-0 grid-cols-1 items-start gap-4 xl:grid-cols-2">
        <div data-print="hide" className="min-w-0">
          <Files pack={pack} />
        </div>
        <div className="min-w-0 xl:row-span-2">
          <Signatures pack={pack} />
        </div>
        <Kept pack={pack} />
      </div>
    </Stack>
  );
}

function Files({ pack: { id } }: { readonly pack: Pack }) {
  const files = [
    { label: 'PDF, A4', href: hrefs.exports.pack(id, 'pdf', 'A4') },
    { label: 'PDF, Letter', href: hrefs.exports.pack(id, 'pdf', 'LETTER') },
    { label: 'JSON', href: hrefs.exports.pack(id, 'json') },
    { label: 'CSV', href: hrefs.exports.pack(id, 'csv') },
  ];
  return (
    <Card
      title="Files"
      description={
        <>
          What ended and is in use, by owner, with plans, waivers and contracts. The document has
          the signatures so far; JSON is what was frozen, CSV the software in it.{' '}
          <TextLink href={hrefs.docs.packs}>What is in a pack</TextLink>
        </>
      }
    >
      <div className="flex flex-wrap gap-2">
        {files.map(({ label, href }) => (
          <Button key={label} asChild>
            <a href={href} download>
              {label}
            </a>
          </Button>
        ))}
      </div>
    </Card>
  );
}

function Signatures({ pack }: { readonly pack: Pack }) {
  const facts = (['reviewer', 'approver'] as const).map((signer) => ({
    label: SIGNER_WORDS[signer],
    value: <Signature pack={pack} signer={signer} />,
  }));
  return (
    <Card title="Signatures" description="Two people, in this dashboard">
      <FactList facts={facts} />
    </Card>
  );
}

function Signature({ pack, signer }: { readonly pack: Pack; readonly signer: string }) {
  const signature = pack.signatures.find((one) => one.signer === signer);
  if (!signature) return <span className="text-muted">Nobody yet</span>;
  return (
    <div className="grid gap-1 wrap-anywhere">
      <span>
        {signature.user.name}, <DateTime value={signature.signed_at} />
      </span>
      {signature.note !== null && (
        <span className="whitespace-pre-wrap text-muted">{signature.note}</span>
      )}
    </div>
  );
}

function Kept({ pack }: { readonly pack: Pack }) {
  const check = useQuery(useTRPC().pack.check.queryOptions({ id: pack.id }));
  return (
    <Card title="As it was made" description="Compare the hash with that of the JSON file you hold">
      <FactList
        facts={[
          {
            label: 'Made',
            value: (
              <>
                <DateTime value={pack.made_at} /> by {pack.made_by.name}
              </>
            ),
          },
          {
            label: 'SHA-256',
            value: (
              <span className="wrap-anywhere">
                <CopyText value={pack.sha256} what="SHA-256" />
              </span>
            ),
          },
        ]}
      />
      {check.error && <CallFailure title="The pack could not be verified." query={check} />}
      {check.isPending && <Loading label="Verifying the pack" rows={1} columns={1} />}
      {check.data && (
        <p role="status" className="mt-3 text-sm">
          {check.data.intact
            ? 'Verified now: what is kept is what was made.'
            : 'What is kept is not what was made: somebody has changed it in the database.'}
        </p>
      )}
    </Card>
  );
}
