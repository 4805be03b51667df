import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { SelectFilter, type SelectFilterProps } from './select-filter';

const shown = (props: Pick<SelectFilterProps<string>, 'value' | 'read'>) =>
  renderToStaticMarkup(
    createElement(SelectFilter<string>, {
      ...{ label: 'Owner', options: [{ value: 'web', label: 'Web' }], onChange: () => undefined },
      ...props,
    }),
  );

const GONE = 'one that is gone';

test('names what a list is narrowed to, also where that is gone', () => {
  expect(shown({ value: 'web' })).toContain('Web');
  expect(shown({ value: 'web' })).not.toContain(GONE);
  expect(shown({ value: 'payments' })).toContain(GONE);
  expect(shown({ value: null })).not.toContain(GONE);
});

test('says nothing of a choice that is not read yet', () => {
  const read = { isError: false, refetch: () => undefined };
  expect(shown({ value: 'payments', read })).not.toContain(GONE);
});
