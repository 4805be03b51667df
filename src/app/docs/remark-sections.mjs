import GithubSlugger from 'github-slugger';
import { toString } from 'mdast-util-to-string';

/** Nodes whose children are apart from each other on the page, and so in the search. */
const BLOCKS = new Set(['list', 'listItem', 'blockquote', 'table', 'tableRow']);
const LANGUAGES = { bash: 'commands', yaml: 'YAML', sql: 'SQL', nginx: 'nginx configuration' };

/**
 * Prepares a page of the documentation: gives headings the anchors that GitHub gives them, so that a link leads to
 * the same place in the repository and on the server; turns links between the sources into links between pages;
 * names blocks of code after their section; and exports `sections`, for the table of contents and the search.
 */
export default function remarkSections() {
  return (tree) => {
    const slugger = new GithubSlugger();
    const sections = [];
    const blocks = new Map();
    for (const node of tree.children) {
      const section = sections.at(-1);
      if (node.type === 'heading') {
        const title = toString(node);
        const id = slugger.slug(title);
        node.data = { ...node.data, hProperties: { id } };
        sections.push({ id, title, depth: node.depth, text: '' });
      } else if (section && node.type !== 'mdxjsEsm') {
        section.text = `${section.text} ${textOf(node)}`.trim();
      }
      forEach(node, (inner) => prepare(inner, section?.title ?? '', blocks));
    }
    tree.children.push(exported('sections', sections));
  };
}

function prepare(node, section, blocks) {
  if (node.type === 'link') node.url = pageAddress(node.url);
  if (node.type !== 'code') return;
  const name = `${section}: ${LANGUAGES[node.lang] ?? 'text'}`;
  const count = (blocks.get(name) ?? 0) + 1;
  blocks.set(name, count);
  const label = count === 1 ? name : `${name} ${count}`;
  node.data = { ...node.data, hProperties: { 'data-label': label } };
}

/** Where a link between sources leads on the server: `../catalog/page.mdx#dates` to `/docs/catalog#dates`. */
function pageAddress(url) {
  const [, folder, anchor = ''] = /^\.{1,2}\/(?:([\w-]+)\/)?page\.mdx(#.*)?$/.exec(url) ?? [];
  if (!/page\.mdx(?:#|$)/.test(url)) return url;
  return `/docs${folder === undefined ? '' : `/${folder}`}${anchor}`;
}

function textOf(node) {
  if (!BLOCKS.has(node.type)) return toString(node).replaceAll(/\s+/g, ' ');
  return node.children.map(textOf).join(' ');
}

function forEach(node, visit) {
  visit(node);
  for (const child of node.children ?? []) forEach(child, visit);
}

/** `export const name = value`, as a syntax tree. */
function exported(name, value) {
  const declarator = {
    type: 'VariableDeclarator',
    id: { type: 'Identifier', name },
    init: expression(value),
  };
  const declaration = { type: 'VariableDeclaration', kind: 'const', declarations: [declarator] };
  const statement = { type: 'ExportNamedDeclaration', specifiers: [], attributes: [], declaration };
  const estree = { type: 'Program', sourceType: 'module', body: [statement] };
  return { type: 'mdxjsEsm', value: '', data: { estree } };
}

function expression(value) {
  if (Array.isArray(value)) return { type: 'ArrayExpression', elements: value.map(expression) };
  if (typeof value !== 'object') return { type: 'Literal', value };
  const properties = Object.entries(value).map(([key, inner]) => ({
    ...{ type: 'Property', kind: 'init', method: false, shorthand: false, computed: false },
    ...{ key: { type: 'Identifier', name: key }, value: expression(inner) },
  }));
  return { type: 'ObjectExpression', properties };
}
