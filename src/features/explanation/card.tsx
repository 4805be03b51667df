import type { ReactNode } from 'react';
import { DateTime } from '@/components/status/date-time';
import { Badge } from '@/components/ui/badge';
import { Card } from '@/components/ui/card';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { MoveAdvice } from '@/features/advice/card';
import { EndBadge } from '@/features/advice/table';
import { hrefs } from '@/features/hrefs';
import { ContractMark } from '@/features/names/contract';
import { ACTION_WORDS, ActionMark } from '@/features/policy/words';
import { AskLink, WaivedLine } from '@/features/waiver/card';
import { formatDay, withDaysInWords } from '@/lib/dates';
import { countOf } from '@/lib/numbers';
import { MatchFacts } from './match/card';
import type { Explanation } from './query';
import {
  endWords,
  evidenceWords,
  LEVEL_WORDS,
  saidWords,
  scannerWords,
  SOURCE_WORDS,
  sourceWords,
} from './words';

interface Props {
  readonly explanation: Explanation;
}

/** Answers in a few lines: since when, whose date, and what comes of it. */
export function InShort({ explanation }: Props) {
  const { end, advice, as_of: day, contract, finding, is_past: isPast } = explanation;
  return (
    <Card title="Summary">
      <FactList
        facts={[
          {
            label: 'End of life',
            value: (
              <span className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
                <EndBadge
                  day={end.date}
                  known={end.date_known}
                  estimatedFrom={end.estimated_from}
                  today={day}
                  variant="tinted"
                  show="relative"
                />
                {end.date !== null && end.date_known && formatDay(end.date)}
              </span>
            ),
          },
          ...(isPast
            ? []
            : [
                {
                  label: 'Move to',
                  value: <MoveAdvice advice={advice} product={finding.product_name} />,
                },
              ]),
          {
            label: 'Date from',
            value: end.source ? SOURCE_WORDS[end.source] : 'a source that was not kept',
          },
          { label: 'Evidence', value: evidenceWords(explanation) },
          {
            label: isPast ? 'Found then' : 'Still found',
            value: finding.is_open ? 'Yes' : 'No',
          },
          { label: 'Policies', value: <Verdict explanation={explanation} /> },
          {
            label: 'Contract',
            value: contract ? (
              <ContractMark contract={contract} today={day} />
            ) : (
              <span className="text-muted">None covers it</span>
            ),
          },
        ]}
      />
    </Card>
  );
}

function Verdict({ explanation }: Props) {
  const { verdict, finding, image, project, is_past: isPast } = explanation;
  const { action, message, waiver } = verdict;
  const mayBeWaived = action !== 'ALLOW' && finding.is_open && !isPast && !image.is_gone;
  const { product_name: product, cycle } = finding;
  return (
    <span className="grid gap-0.5">
      <span className="flex items-center gap-1.5">
        <ActionMark action={action} />
        {ACTION_WORDS[action]}
      </span>
      {message !== null && <span className="text-xs text-muted">{withDaysInWords(message)}</span>}
      {waiver && (
        <span className="text-xs text-muted">
          <WaivedLine waiverId={waiver.id} endsOn={waiver.ends_on} />
          {waiver.waived_action !== 'ALLOW' &&
            ` · ${ACTION_WORDS[waiver.waived_action].toLowerCase()} without it`}
        </span>
      )}
      {mayBeWaived && (
        <AskLink
          subject={{ project: project.name, image: image.name, tag: image.tag, product, cycle }}
        />
      )}
    </span>
  );
}

/** Shows the packages, and how the catalog was led to the release cycle from each. */
export function Packages({ explanation }: Props) {
  const { packages, has_more_packages: hasMore, image } = explanation;
  return (
    <Card title="Packages and matching rules" flush>
      {packages.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">
          The packages are not kept any more: the image’s newest scan holds none of them.
        </p>
      )}
      <ul className="divide-y">
        {packages.map((one) => (
          <li key={one.id} className="grid gap-2 px-4 py-3">
            <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
              <span className="font-medium wrap-anywhere">{one.name}</span>
              <span className="font-mono text-xs">{one.version}</span>
              <Badge>{one.type}</Badge>
              {one.found_by === 'scanner' && (
                <Badge tone="accent" title="The scan itself named the release cycle">
                  Named by the scanner
                </Badge>
              )}
            </p>
            {one.purl !== null && (
              <p className="font-mono text-xs wrap-anywhere text-muted">{one.purl}</p>
            )}
            <MatchFacts match={one.match} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <p className="border-t px-4 py-2 text-sm text-muted">
          There are more.{' '}
          <TextLink href={hrefs.image(image.id, { tab: 'packages' })}>All packages</TextLink>
        </p>
      )}
    </Card>
  );
}

/** Shows the upload that brought the finding, the newest one, and when it was found. */
export function Uploads({ explanation }: Props) {
  const { uploads, finding, image, is_past: isPast } = explanation;
  const isSame = uploads.opened_by?.id === uploads.latest?.id;
  return (
    <Card
      title="Uploads"
      actions={
        !image.is_gone && (
          <TextLink
            href={hrefs.image(image.id, { tab: 'history' })}
            className="text-xs whitespace-nowrap"
          >
            All scans
          </TextLink>
        )
      }
    >
      <FactList
        facts={[
          {
            label: 'First found',
            value: <DateTime value={finding.first_seen_at} />,
          },
          {
            label: 'First upload',
            value: uploads.opened_by ? (
              <Upload upload={uploads.opened_by} />
            ) : (
              'No upload that is kept: a change of the catalog found it in what was there'
            ),
          },
          ...(isSame || !uploads.latest
            ? []
            : [{ label: 'Latest upload', value: <Upload upload={uploads.latest} /> }]),
          { label: 'Found', value: <Times times={finding.times} isPast={isPast} /> },
        ]}
      />
    </Card>
  );
}

type UploadRecord = NonNullable<Explanation['uploads']['latest']>;

const CALLERS = {
  person: '',
  api_key: 'API key ',
  build_token: 'build of ',
  companion: 'Dependency-Track, ',
  server: '',
} as const satisfies Record<UploadRecord['caller']['kind'], string>;

function Upload({ upload }: { readonly upload: UploadRecord }) {
  const { caller, format, commit_hash: commit, digest } = upload;
  const what = [
    format === null ? 'a scan' : `an SBOM (${format})`,
    `of ${countOf(upload.packages, 'package')}`,
    `by ${CALLERS[caller.kind]}${caller.name}`,
  ];
  return (
    <span className="grid gap-0.5">
      <DateTime value={upload.accepted_at} />
      <span className="text-xs text-muted">{what.join(' ')}</span>
      {commit !== null && <Mono label="Commit">{commit}</Mono>}
      {digest !== null && <Mono label="Digest">{digest}</Mono>}
    </span>
  );
}

function Mono({ label, children }: { readonly label: string; readonly children: string }) {
  return (
    <span className="text-xs text-muted">
      {label} <span className="font-mono wrap-anywhere">{children}</span>
    </span>
  );
}

interface TimesProps {
  readonly times: Explanation['finding']['times'];
  /** Whether they are told as of a day before. */
  readonly isPast: boolean;
}

function Times({ times, isPast }: TimesProps) {
  if (times.length === 0) return isPast ? 'Not by then' : 'At no time that is kept';
  const untilNow = isPast ? ' and still then' : ' until now';
  return (
    <ul className="grid gap-0.5">
      {times.map(({ opened_at: opened, closed_at: closed }) => (
        <li key={opened}>
          from <DateTime value={opened} />
          {closed === null ? untilNow : <Until at={closed} />}
        </li>
      ))}
    </ul>
  );
}

function Until({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      {' until '}
      <DateTime value={at} />
    </>
  );
}

/** Shows what each voice says of the end today, and what counted as it since when. */
export function Dates({ explanation }: Props) {
  const { history, is_past: isPast } = explanation;
  return (
    <Card title="Where the date comes from, and since when">
      <div className="grid gap-4">
        {!isPast && <Voices explanation={explanation} />}
        <section className="grid gap-1">
          <h3 className="text-xs font-medium text-muted">What counted as its end</h3>
          <ol className="grid gap-1 text-sm">
            {history.toReversed().map(({ learnt_on: day, known_before: isOlder, ...end }) => (
              <li key={day} className="flex flex-wrap gap-x-2">
                <span className="text-muted">
                  {isOlder ? 'Until after' : 'From'} {formatDay(day)}
                  {isOlder ? '' : ' on'}
                </span>
                <span className="font-medium">{endWords(end)}</span>
                <span className="text-muted">
                  {end.source === null ? 'nobody kept who said so' : SOURCE_WORDS[end.source]}
                </span>
              </li>
            ))}
          </ol>
        </section>
        <CatalogHistory explanation={explanation} />
      </div>
    </Card>
  );
}

function Voices({ explanation }: Props) {
  const { override, catalog, scanner } = explanation.said_by;
  const scannerLabel = scannerWords(explanation);
  return (
    <FactList
      facts={[
        ...(override
          ? [
              {
                label: 'Your organization',
                value: `${formatDay(override.date)}, set by ${override.set_by} on ${formatDay(override.set_on)}: ${override.reason}`,
              },
            ]
          : []),
        {
          label: catalog?.is_own ? 'Your own product' : 'The catalog',
          value: catalog ? saidWords(catalog) : 'has no such release cycle',
        },
        ...(scannerLabel === null ? [] : [{ label: scannerLabel, value: saidWords(scanner) }]),
      ]}
    />
  );
}

function CatalogHistory({ explanation }: Props) {
  const { catalog_history: facts } = explanation;
  if (facts.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h3 className="text-xs font-medium text-muted">What the catalog has said</h3>
      <ol className="grid gap-1 text-sm">
        {facts.toReversed().map((fact) => (
          <li
            key={`${fact.level} ${fact.learnt_at}`}
            className="flex flex-wrap gap-x-2 wrap-anywhere"
          >
            <DateTime value={fact.learnt_at} show="day" className="text-muted" />
            <span>
              {LEVEL_WORDS[fact.level]}{' '}
              <span className="font-medium">
                {fact.withdrawn ? 'not mentioned any more' : saidWords(fact)}
              </span>
            </span>
            <span className="text-muted">
              {fact.known_before
                ? 'known before, since when is not kept'
                : fact.revision !== null &&
                  `change ${String(fact.revision)} of the catalog, ${sourceWords(fact.source)}`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

export interface PoliciesProps extends Props {
  /** The sentences of policies as they are today, by their ids. */
  readonly sentences: ReadonlyMap<string, string>;
}

/** Shows what each policy that is about it makes of it. */
export function Policies({ explanation, sentences }: PoliciesProps) {
  const { policies, other_policies: others } = explanation;
  return (
    <Card title="What each policy makes of it" flush>
      {policies.length === 0 && (
        <p className="px-4 py-3 text-sm text-muted">No policy is about it.</p>
      )}
      <ul className="divide-y">
        {policies.map((policy) => (
          <li key={policy.id} className="grid gap-0.5 px-4 py-2.5 text-sm">
            <span className="flex items-baseline gap-x-2">
              {policy.judges && (
                <ActionMark action={policy.action} className="shrink-0 translate-y-0.5" />
              )}
              <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-0.5">
                <TextLink href={hrefs.policy(policy.id)} prefetch={false} className="wrap-anywhere">
                  {sentences.get(policy.id) ??
                    policy.name.charAt(0).toUpperCase() + policy.name.slice(1)}
                </TextLink>
                {policy.judges && <span className="text-muted">{ACTION_WORDS[policy.action]}</span>}
                {policy.decides && <Badge tone="accent">Decides</Badge>}
              </span>
            </span>
            <span className="text-xs text-muted">{opinion(policy)}</span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="border-t px-4 py-2 text-xs text-muted">
          {countOf(others, 'policy', 'policies')} about other software, projects or signatures
        </p>
      )}
    </Card>
  );
}

function opinion({ judges, message, applies_on: day }: Explanation['policies'][number]): string {
  if (!judges) return 'Does not apply: only for images running in a cluster';
  if (message !== null) return withDaysInWords(message);
  return day === null
    ? 'It neither warns nor denies on any day that is known.'
    : `It applies from ${formatDay(day)} on.`;
}
