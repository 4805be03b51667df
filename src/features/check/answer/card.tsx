import { STATE_CLAUSES } from '@/domain/eol/words';
import { hrefs } from '@/features/hrefs';
import { useEffect, type ReactNode } from 'react';
import { NotMatchedMark } from '@/components/status/not-matched';
import { StatusMark } from '@/components/status/status-mark';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import type { SupportLevel } from '@/domain/catalog/catalog';
import type { Day } from '@/domain/eol/calendar';
import { MoveAdvice } from '@/features/advice/card';
import { HeldBy } from '@/features/advice/use/card';
import { LEVEL_WORDS } from '@/features/catalog/words';
import { cycleTitle } from '@/features/names/cycle';
import { EvidenceWord } from '@/features/names/evidence';
import { References } from '@/features/catalog/product/card';
import { SupportEnd } from '@/features/catalog/support/view';
import { ContractMark } from '@/features/names/contract';
import { announce } from '@/lib/announce';
import { formatDay } from '@/lib/dates';
import { webAddress } from '@/lib/web-address';
import { type ExplainedAnswer, verdictOf } from '@/features/check/words';

export interface AnswerCardProps {
  explained: ExplainedAnswer;
  level: SupportLevel;
  today: Day;
  /** The question, as it was written. */
  asked: string;
}

/** The answer to one question: the verdict, what to do, whose word it is. */
export function AnswerCard({ explained, level, today, asked }: AnswerCardProps) {
  const verdict = verdictOf(explained, { level, today, asked });
  const { match, candidates } = explained.answer;
  const { headline } = verdict;
  // The page's region was there before: one that comes together with its text is not read.
  useEffect(() => announce(headline), [headline, asked]);
  // The list of the candidates says what the message says in words.
  const message = candidates ? '' : match.message;
  return (
    <section aria-labelledby="verdict" className="max-w-5xl rounded-md border bg-surface px-5 py-4">
      <h2
        id="verdict"
        className="flex items-start gap-2.5 text-xl font-semibold tracking-tight wrap-anywhere"
      >
        {verdict.status === 'unmatched' ? (
          <NotMatchedMark className="mt-1.5 size-4" label />
        ) : (
          <StatusMark status={verdict.status} className="mt-1.5 size-4" label />
        )}
        {headline}
      </h2>
      <div className="grid gap-4 pl-6.5">
        <p className="text-muted">
          {verdict.day !== null && formatDay(verdict.day)}
          {message && (
            <span className="wrap-anywhere">
              {verdict.day !== null && ' · '}
              {sentence(message)}
            </span>
          )}
        </p>
        <ContractMark contract={explained.answer.contract} today={today} />
        {candidates ? (
          <Candidates candidates={candidates} level={level} today={today} />
        ) : (
          <Advice explained={explained} status={verdict.status} asked={asked} />
        )}
        <Facts explained={explained} today={today} />
      </div>
    </section>
  );
}

/** The server's remarks end without a full stop. */
function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

interface CandidatesProps {
  candidates: NonNullable<ExplainedAnswer['answer']['candidates']>;
  level: SupportLevel;
  today: Day;
}

/** The products that a component may be, each with its own end. */
function Candidates({ candidates, level, today }: CandidatesProps) {
  return (
    <>
      <p>
        It may be any of these. Ask for the one that you have; its{' '}
        {LEVEL_WORDS[level].toLowerCase()}:
      </p>
      <ul className="grid gap-2 text-sm">
        {candidates.map(({ product, name, cycle, eol, eol_date: date, contract }) => (
          <li key={product} className="wrap-anywhere">
            <TextLink href={hrefs.product(product, { cycle })}>{cycleTitle(name, cycle)}</TextLink>
            {': '}
            {candidateWords(eol, date)}
            <ContractMark contract={contract} today={today} />
          </li>
        ))}
      </ul>
    </>
  );
}

function candidateWords(eol: boolean | null, date: string | null): string {
  if (eol === null) return STATE_CLAUSES.unknown;
  const day = date === null ? null : formatDay(date.slice(0, 10));
  if (eol) return day === null ? 'ended on a day that is not known' : `ended on ${day}`;
  return day === null ? 'supported' : `supported until ${day}`;
}

interface AdviceProps extends Pick<AnswerCardProps, 'explained' | 'asked'> {
  status: ReturnType<typeof verdictOf>['status'];
}

/** Says what to do about it. */
function Advice({ explained: { about, answer }, status, asked }: AdviceProps) {
  if (!about) {
    // Its registry says that it has ended, and has no product to move within.
    if (answer.result) return null;
    return (
      <p>
        It is not known whether it is still supported.{' '}
        <TextLink href={hrefs.catalog({ q: asked.replace(/[@ ][^@ ]*$/, '') })}>
          Search the catalog
        </TextLink>{' '}
        for another name of it.
      </p>
    );
  }
  const { advice } = answer;
  if (!advice || (status !== 'ended' && status !== 'soon' && status !== 'next')) return null;
  return (
    <p className="flex gap-x-1.5 border-l-2 border-accent-text pl-3">
      {advice.target && <span className="shrink-0">Move to </span>}
      <MoveAdvice
        advice={advice}
        product={about.product.name}
        hrefOf={(cycle) => (about.is_listed ? hrefs.product(about.product.slug, { cycle }) : null)}
      />
    </p>
  );
}

function Facts({ explained, today }: Pick<AnswerCardProps, 'explained' | 'today'>) {
  const { answer, about } = explained;
  const facts: { label: string; value: ReactNode }[] = [
    ...(about?.found?.cycle.support ?? []).map((support) => ({
      label: LEVEL_WORDS[support.level],
      value: (
        <>
          <SupportEnd end={support} today={today} estimatedFrom={answer.estimated_from ?? null} />
          {support.override && <span className="text-muted"> (your organization’s own date)</span>}
        </>
      ),
    })),
    ...(about ? [{ label: 'Whose support', value: <Whose answer={answer} about={about} /> }] : []),
    ...(about?.found && about.is_listed
      ? [
          {
            label: 'In your images',
            value: (
              <HeldBy
                product={about.product.name}
                cycle={about.found.cycle.name}
                title={cycleTitle(about.product.name, about.found.cycle.label)}
              />
            ),
          },
        ]
      : []),
    ...registryFacts(explained),
    { label: 'Degree of evidence', value: <EvidenceWord degree={answer.evidence_degree} /> },
  ];
  const links = (answer.evidence?.references ?? []).flatMap(({ type, url }) => {
    const href = webAddress(url);
    return href === null ? [] : [{ type, href }];
  });
  if (links.length > 0) facts.push({ label: 'Evidence', value: <References links={links} /> });
  if (about?.found) {
    facts.push({
      label: 'Found by',
      value: <span className="font-mono text-xs">{about.found.by}</span>,
    });
  }
  return <FactList facts={facts} />;
}

function registryFacts({ answer }: ExplainedAnswer) {
  const registry = answer.result?.registry;
  const successor = answer.fact?.successor ?? null;
  const since = registry?.since ? ` since ${formatDay(registry.since.slice(0, 10))}` : '';
  return [
    ...(registry
      ? [
          {
            label: 'Its registry says',
            value: registrySays(REASON_WORDS[registry.reason], since, registry.message),
          },
        ]
      : []),
    ...(successor === null
      ? []
      : [
          {
            label: 'Successor',
            value: <span className="font-mono text-xs wrap-anywhere">{successor}</span>,
          },
        ]),
    ...(answer.fact
      ? [{ label: 'Its registry was read', value: formatDay(answer.fact.read_on) }]
      : []),
  ];
}

/** "Archived since 2 May 2018: by its owner"; a message that begins with the word is not begun with it twice. */
function registrySays(word: string, since: string, message: string): string {
  return since === '' && message.startsWith(word) ? message : `${word}${since}: ${message}`;
}

const REASON_WORDS = {
  vendor_announced: 'Announced',
  registry_deprecated: 'Deprecated',
  source_archived: 'Archived',
} as const;

interface WhoseProps {
  answer: ExplainedAnswer['answer'];
  about: NonNullable<ExplainedAnswer['about']>;
}

/** Who supports it, with the way to its page in the catalog. */
function Whose({ answer, about: { product, is_listed: isListed, found } }: WhoseProps) {
  const title = found ? cycleTitle(product.name, found.cycle.label) : product.name;
  const link = isListed ? (
    <TextLink href={hrefs.product(product.slug, { cycle: found?.cycle.name ?? null })}>
      {title}
    </TextLink>
  ) : (
    title
  );
  if (found?.maintainer === 'distribution') {
    const upstream = found.upstream && cycleTitle(found.upstream.name, found.upstream.cycle);
    return (
      <>
        {link} maintains the package, so its support counts
        {upstream !== null && <>, not that of {upstream}</>}.
      </>
    );
  }
  const vendor = answer.evidence?.entity.vendor ?? product.vendor;
  return (
    <>
      {link}
      {vendor !== null && vendor !== product.name && <>, by {vendor}</>}
    </>
  );
}
