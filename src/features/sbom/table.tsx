'use client';

import { NOT_MATCHED } from '@/domain/eol/words';
import { useMemo, useState } from 'react';
import type { TableColumn } from '@/components/data-table/columns';
import { DataTable } from '@/components/data-table/data-table';
import { RelativeDate } from '@/components/status/relative-date';
import { StackedStatusBar } from '@/components/status/stacked-status-bar';
import type { Status } from '@/components/status/states';
import { StatusBadge } from '@/components/status/status-badge';
import { Button } from '@/components/ui/button';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { INVENTORY_FORMAT_NAMES } from '@/domain/inventory/document';
import { isEmpty } from '@/domain/report/report';
import { MoveLine } from '@/features/advice/card';
import { ContractMark } from '@/features/names/contract';
import { EvidenceWord } from '@/features/names/evidence';
import { shortLabel } from '@/features/names/cycle';
import { ACTION_WORDS, ActionMark } from '@/features/policy/words';
import { AskLink, WaivedLine } from '@/features/waiver/card';
import { countOf, formatCount } from '@/lib/numbers';
import { usePageDrop } from './fields';
import type { SbomFinding, SbomFindings } from './types';

/** Findings shown at once, the nearest end first. */
const SHOWN = 25;
/** Reasons of the policies shown at once. */
const SHOWN_REASONS = 10;

/** Shows what was found in a document, and what of it was understood. */
export function SbomResult({ answer }: { answer: SbomFindings }) {
  const [all, setAll] = useState(false);
  const { findings, findings_total: total, as_of: asOf } = answer;
  const columns = useMemo(() => findingColumns(asOf), [asOf]);
  const shown = useMemo(() => (all ? findings : findings.slice(0, SHOWN)), [all, findings]);
  usePageDrop();
  return (
    <div className="grid grid-cols-1 gap-5">
      <Verdict policy={answer.policy} />
      {total === 0 ? (
        <p className="text-sm">
          {isEmpty(answer)
            ? 'The document lists no component, so nothing was judged.'
            : 'The catalog knows no software with an end in this document.'}
        </p>
      ) : (
        <>
          <StackedStatusBar counts={countStates(findings)} noun={['software', 'software']} />
          <DataTable
            name="sbom"
            label="Software in the document"
            columns={columns}
            rows={shown}
            rowId={({ product_name, cycle, artifact_type }) =>
              JSON.stringify([product_name, cycle, artifact_type])
            }
          />
          {shown.length < findings.length && (
            <Button className="justify-self-start" onClick={() => setAll(true)}>
              Show all {formatCount(findings.length)}
            </Button>
          )}
          {findings.length < total && (
            <p className="text-sm text-muted">
              The nearest {formatCount(findings.length)} of {formatCount(total)} are listed.
            </p>
          )}
        </>
      )}
      <Understood answer={answer} />
    </div>
  );
}

function Verdict({ policy }: Pick<SbomFindings, 'policy'>) {
  const { action, violations, waived = [], waiver_url: waiverUrl } = policy;
  const shown = violations.slice(0, SHOWN_REASONS);
  return (
    <section aria-label="Policies" className="grid gap-2 rounded-md border bg-surface px-4 py-3">
      <p className="flex items-center gap-2 font-semibold">
        <ActionMark action={action} className="size-4" />
        {ACTION_WORDS[action]}
        {violations.length === 0 && waived.length === 0 && (
          <span className="text-sm font-normal text-muted">
            No policy applies to what is in it.
          </span>
        )}
      </p>
      {shown.length > 0 && (
        <ul className="grid gap-1 text-sm">
          {shown.map(({ policy_id, product_name, cycle, action: own, message, evidence }) => (
            <li key={`${policy_id} ${product_name} ${cycle}`} className="flex items-baseline gap-2">
              <ActionMark action={own} className="translate-y-0.5" />
              <span className="min-w-0 wrap-anywhere">
                {message}{' '}
                {evidence && (
                  <span className="text-muted">
                    <span className="sr-only">Evidence: </span>
                    <EvidenceWord degree={evidence} />{' '}
                  </span>
                )}
                {waiverUrl !== undefined && (
                  <AskLink subject={{ ...placeIn(waiverUrl), product: product_name, cycle }} />
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {shown.length < violations.length && (
        <p className="text-sm text-muted">
          And {countOf(violations.length - shown.length, 'more reason')}.
        </p>
      )}
      {waived.length > 0 && (
        <ul aria-label="Waived" className="grid gap-1 text-sm text-muted">
          {waived.slice(0, SHOWN_REASONS).map(({ waiver_id, product_name, cycle, ends_on }) => (
            <li key={`${product_name} ${cycle}`} className="wrap-anywhere">
              {product_name} {cycle}: <WaivedLine waiverId={waiver_id} endsOn={ends_on} />
            </li>
          ))}
        </ul>
      )}
      {waived.length > SHOWN_REASONS && (
        <p className="text-sm text-muted">
          And {formatCount(waived.length - SHOWN_REASONS)} more are waived.
        </p>
      )}
    </section>
  );
}

/** The place in the address at which the server has waivers asked for. */
function placeIn(waiverUrl: string) {
  const { searchParams } = new URL(waiverUrl);
  const part = (name: string) => searchParams.get(name);
  return { project: part('project'), image: part('image'), tag: part('tag') };
}

function countStates(findings: readonly SbomFinding[]): Partial<Record<Status, number>> {
  const counts: Partial<Record<Status, number>> = {};
  for (const { state } of findings) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function findingColumns(asOf: string): readonly TableColumn<SbomFinding>[] {
  return [
    {
      id: 'software',
      header: 'Software',
      primary: true,
      cell: ({ product_name: product, cycle, why_url: whyUrl }) => (
        <span className="font-medium wrap-anywhere">
          {product} {shortLabel(product, cycle)}
          {whyUrl !== undefined && (
            <>
              {' '}
              <TextLink href={whyUrl} prefetch={false} className="font-normal">
                Why
                <span className="sr-only">
                  {' '}
                  {product} {cycle}
                </span>
              </TextLink>
            </>
          )}
        </span>
      ),
    },
    {
      id: 'end',
      header: 'End of life',
      widthPx: { least: 172, share: 30, most: 280 },
      card: 'line',
      cell: ({ state, eol_date: day, eol_date_known: known, estimated_from, contract }) => (
        <>
          <StatusBadge status={state} variant="plain">
            <RelativeDate
              day={day}
              today={asOf}
              known={known}
              estimatedFrom={estimated_from ?? null}
            />
          </StatusBadge>
          <ContractMark contract={contract} today={asOf} />
        </>
      ),
    },
    {
      id: 'evidence',
      header: 'Evidence',
      widthPx: { least: 108, share: 10, most: 140 },
      cell: ({ evidence }) => evidence && <EvidenceWord degree={evidence} />,
    },
    {
      id: 'move',
      header: 'Move to',
      widthPx: { least: 150, share: 24, most: 240 },
      cell: ({ advice, product_name: product, state }) =>
        state === 'ended' || state === 'soon' || state === 'next' ? (
          <MoveLine advice={advice} product={product} />
        ) : null,
    },
    {
      id: 'packages',
      header: 'Found in',
      widthPx: { least: 130, share: 24, most: 260 },
      cell: (finding) => <Packages finding={finding} />,
    },
  ];
}

function Packages({ finding: { packages, packages_total: total } }: { finding: SbomFinding }) {
  const [first] = packages;
  if (!first) return null;
  const names = packages.map(
    ({ name, version, path }) => `${name} ${version}${path === undefined ? '' : ` in ${path}`}`,
  );
  return (
    <span className="block truncate text-muted" title={names.join('\n')}>
      <span className="font-mono text-xs text-fg">
        {first.name} {first.version}
      </span>
      {total > 1 && ` and ${formatCount(total - 1)} more`}
    </span>
  );
}

function Understood({ answer }: { answer: SbomFindings }) {
  const { document, coverage, unknown_components: named, unshipped } = answer;
  const { format, format_version: version, tools, unnamed, unversioned, ranged } = document;
  const name = INVENTORY_FORMAT_NAMES[format];
  const { components, matched, distribution, unknown } = coverage;
  const facts = [
    { label: 'Format', value: version === null ? name : `${name} ${version}` },
    { label: 'Written by', value: tools.length > 0 ? tools.join(', ') : 'It does not say' },
    { label: 'Components', value: formatCount(components) },
    { label: 'Matched', value: `${formatCount(matched)}, to the catalog` },
    ...counted('Maintained', distribution, 'by their distribution'),
    ...counted(
      NOT_MATCHED,
      unknown,
      'to anything that the catalog knows: neither supported nor ended',
    ),
    ...unshippedFacts(unshipped),
    ...counted('No version', unversioned, `of which nothing can be said${rangesIn(ranged)}`),
    ...counted('No name', unnamed, 'left out'),
  ];
  return (
    <section aria-labelledby="understood" className="grid gap-2">
      <h3 id="understood" className="text-sm font-semibold">
        What was understood
      </h3>
      <FactList facts={facts} />
      {named.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit rounded-sm text-muted hover:text-fg">
            Which are not matched
          </summary>
          <ul className="columns-1 font-mono text-xs leading-5 text-muted sm:columns-2">
            {named.map(({ name: component, version: of }, index) => (
              // Documents may list the same component twice.
              <li key={index} className="wrap-anywhere">
                {component} <span className="text-fg">{of}</span>
              </li>
            ))}
          </ul>
          {named.length < unknown && (
            <p className="text-xs text-muted">
              And {countOf(unknown - named.length, 'more', 'more')}.
            </p>
          )}
        </details>
      )}
    </section>
  );
}

/** Says what does not ship, and what of that has ended. */
function unshippedFacts({ components, ended, ended_total: total }: SbomFindings['unshipped']) {
  const names = ended.slice(0, SHOWN_REASONS).map((one) => `${one.product_name} ${one.cycle}`);
  const others = total - names.length;
  return [
    ...counted('Development', components, 'which do not ship and are not judged'),
    ...(names.length === 0
      ? []
      : [
          {
            label: 'Ended there',
            value: names.join(', ') + (others > 0 ? ` and ${formatCount(others)} more` : ''),
          },
        ]),
  ];
}

function rangesIn(ranged: number): string {
  return ranged === 0 ? '' : `; ${countOf(ranged, 'has', 'have')} a range instead`;
}

function counted(label: string, count: number, words: string) {
  return count === 0 ? [] : [{ label, value: `${formatCount(count)}, ${words}` }];
}
