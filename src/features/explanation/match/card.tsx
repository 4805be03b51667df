import type { ReactNode } from 'react';
import { NOT_MATCHED } from '@/domain/eol/words';
import { FactList } from '@/components/ui/fact-list';
import { TextLink } from '@/components/ui/text-link';
import { hrefs } from '@/features/hrefs';
import { countOf } from '@/lib/numbers';
import { withDaysInWords } from '@/lib/dates';
import type { ExplainedMatch } from '../query';

/** Shows how the catalog was led to a release cycle, or why to none. */
export function MatchFacts({ match }: { readonly match: ExplainedMatch }) {
  return (
    <div className="grid gap-2">
      <FactList facts={factsOf(match)} />
      <Steps match={match} />
    </div>
  );
}

function factsOf(match: ExplainedMatch): { label: string; value: ReactNode }[] {
  const { found, rule, identifier, product, cycle, version, message, maintainer } = match;
  const facts: { label: string; value: ReactNode }[] = [];
  if (message !== null) facts.push({ label: NOT_MATCHED, value: withDaysInWords(message) });
  if (rule) facts.push({ label: 'Looked up', value: rule.words });
  if (identifier !== null) facts.push({ label: 'Matched', value: <Code>{identifier}</Code> });
  if (product) {
    const name = found && cycle !== null ? `${product.name} ${cycle}` : product.name;
    const href = hrefs.product(product.slug, { show: 'all' });
    const value = product.is_listed ? <TextLink href={href}>{name}</TextLink> : name;
    facts.push({ label: found ? 'Led to' : 'Closest product', value });
  }
  if (version !== null) facts.push({ label: 'By version', value: <Code>{version}</Code> });
  if (match.estimated_from !== null) {
    const value = `The catalog has no such release cycle, but ${match.estimated_from}, which came after it and has ended`;
    facts.push({ label: 'Estimated', value });
  }
  if (match.supported_by === 'distribution') {
    facts.push({ label: 'Supported by', value: 'the distribution that built the package' });
  }
  if (maintainer) {
    const value = [maintainer.name, ...maintainer.evidence].filter(Boolean).join(' · ');
    facts.push({ label: 'Built by', value });
  }
  return facts;
}

function Code({ children }: { readonly children: string }) {
  return <span className="font-mono text-xs">{children}</span>;
}

function Steps({ match: { steps } }: { readonly match: ExplainedMatch }) {
  if (steps.length === 0) return null;
  return (
    <details className="min-w-0 text-sm">
      <summary className="w-fit rounded-sm text-muted hover:text-fg">
        {countOf(steps.length, 'look')} into the catalog
      </summary>
      <ol className="grid gap-1 pt-1 text-xs">
        {steps.map(({ rule, words, what, products }) => (
          <li key={`${rule} ${what} ${products.join()}`} className="min-w-0 wrap-anywhere">
            <Code>{what}</Code> <span className="text-muted">{words}</span>:{' '}
            {products.length === 0 ? (
              <span className="text-muted">nothing</span>
            ) : (
              products.join(', ')
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
