import path from 'node:path';

/**
 * The rules of the house that ESLint's own rules cannot say: which files a room may have, and that arrows between the
 * rooms of a floor go one way, and where the addresses of pages are written. See `/docs/architecture`.
 */

/**
 * The folders of `src/server` from the ground up: each may import those before it, so there are no circles. A new noun
 * takes its place in the list.
 */
const SERVER = [
  ['platform'],
  [
    'backup',
    'export',
    'health',
    'holding',
    'openapi',
    'past',
    'refused-upload',
    'registry',
    'scanner-database',
  ],
  ['audit', 'change', 'coverage', 'evidence'],
  ['inbox'],
  ['message'],
  ['catalog', 'certificate', 'note', 'session'],
  ['check', 'inventory', 'knowledge', 'operator', 'organization', 'running', 'transfer'],
  ['api-key', 'team'],
  ['feed-token', 'invitation', 'list-choice', 'saved-view', 'ticket', 'waiver'],
  ['build-token', 'member', 'overview'],
  ['policy'],
  ['channel', 'policy-file', 'software'],
  ['cluster', 'contract', 'message-rule', 'plan'],
  ['image', 'user'],
  ['retention', 'retirement'],
  [
    'component',
    'difference',
    'identity-provider',
    'project',
    'scan',
    'setup',
    'single-sign-on',
    'timeline',
  ],
  ['analytics', 'explanation', 'finding', 'page', 'search', 'sign-in'],
  ['forecast', 'sbom'],
  ['dependency-track', 'feed', 'pack', 'support-promise'],
  ['assistant', 'companion', 'kubernetes', 'metrics', 'notice'],
  ['listener'],
  ['scanner'],
];
/** The same for `src/features`; `names` and `frame` are what the others stand on. */
const FEATURES = [
  ['api-docs', 'frame', 'names'],
  ['saved-view'],
  [
    'advice',
    'analytics',
    'auth',
    'dependency-track',
    'feed',
    'inbox',
    'note',
    'refused-upload',
    'retention',
    'retirement',
    'support-promise',
    'ticket',
    'waiver',
  ],
  [
    'account',
    'audit',
    'catalog',
    'contract',
    'coverage',
    'invitation',
    'pack',
    'plan',
    'policy',
    'timeline',
  ],
  ['certificate', 'forecast', 'sbom'],
  ['first-use'],
  ['api-key', 'build-token', 'message-rule', 'overview', 'scanner'],
  ['docs', 'channel', 'check', 'cluster', 'explanation', 'finding', 'image', 'member', 'settings'],
  ['operator', 'organization', 'project', 'software'],
  ['team'],
  ['shell'],
];
const FLOORS = { server: SERVER, features: FEATURES };

/** Folders of the server that are no nouns: what all nouns stand on, and the ways in. */
const NO_NOUNS = new Set(['platform', 'listener', 'page', 'export', 'openapi']);
const VERBS =
  'accept|ask|bring|cancel|change|check|clear|complete|confirm|create|decide|delete|end|explain|find|forecast|get|import|list|name|patch|pause|preview|remove|rename|replay|request|reset|resume|retire|revoke|rotate|save|search|set|summarize|switch|test|update|upload|upsert|withdraw';
const SERVER_FILE = new RegExp(
  String.raw`^(?:(?:service|repository|dto|export|jobs|sql)\.ts|(?:service|repository)/.+\.ts|(?:${VERBS})-[a-z0-9-]+\.ts|.*testing/.+\.ts)$`,
);

/** Folders of the features that are no nouns: the frame of the pages, the documentation, and what all stand on. */
const NO_FEATURES = new Set(['api-docs', 'docs', 'first-use', 'frame', 'names', 'shell']);
const FEATURE_FILE =
  /^(?:.+\/)?(?:(?:view|card|table|chart|filters|form|fields|dialog|actions|words)\.tsx?|(?:params|query|schema|types|values|nav)\.ts|testing\/.+)$/;
/** The timeline's arithmetic, which has no word in the vocabulary. */
const DRAWING = /^layout\/(?:bar|rows|scale)\.ts$/;

/** `src/server/note/service.ts` as its side, its folder and the rest; null for files that lie higher. */
function placeOf(file) {
  const match = /(?:^|\/)src\/(server|features)\/([^/]+)\/(.+)$/.exec(
    file.replaceAll(path.sep, '/'),
  );
  return match && { side: match[1], room: match[2], rest: match[3] };
}

function targetOf(file, specifier) {
  if (specifier.startsWith('@/')) return placeOf(`src/${specifier.slice(2)}`);
  return specifier.startsWith('.') ? placeOf(path.resolve(path.dirname(file), specifier)) : null;
}

const floorOf = ({ side, room }) => FLOORS[side].findIndex((rooms) => rooms.includes(room));

/** Calls `check` with each import of a file, be it a declaration, an export or `import()`. */
function eachImport(check) {
  const visit = (node) => {
    if (typeof node.source?.value === 'string') check(node, node.source.value);
  };
  return {
    ImportDeclaration: visit,
    ExportNamedDeclaration: visit,
    ExportAllDeclaration: visit,
    ImportExpression: visit,
  };
}

/** Arrows between rooms go down, and a noun asks another one's services, never its repository. */
const arrows = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const own = placeOf(context.filename);
    if (!own || own.room === 'prisma-client') return {};
    return eachImport((node, specifier) => {
      const other = targetOf(context.filename, specifier);
      if (other?.side !== own.side || other.room === own.room) return;
      if (other.room === 'prisma-client') return;
      if (/^repository(?:\/|$)/.test(other.rest)) {
        context.report({ node, message: `A noun uses another one's service, not its repository.` });
      }
      // What services are given is one type, which names what the nouns above give.
      if (own.room === 'platform' && own.rest === 'deps.ts' && node.importKind === 'type') return;
      const [from, to] = [floorOf(own), floorOf(other)];
      for (const [floor, { room }] of [
        [from, own],
        [to, other],
      ]) {
        if (floor < 0)
          context.report({ node, message: `Give ${room} a place in .eslint.rooms.mjs.` });
      }
      if (from >= 0 && to >= from) {
        context.report({ node, message: `${own.room} lies below ${other.room}, or beside it.` });
      }
    });
  },
};

function isNamedWell({ side, room, rest }) {
  if (/\.test\.tsx?$/.test(rest)) return true;
  if (side === 'server') {
    return NO_NOUNS.has(room) || room === 'prisma-client' || SERVER_FILE.test(rest);
  }
  if (NO_FEATURES.has(room) || FEATURE_FILE.test(rest)) return true;
  return room === 'timeline' && DRAWING.test(rest);
}

/** The files of a noun have the names of the vocabulary. */
const vocabulary = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const own = placeOf(context.filename);
    if (!own || isNamedWell(own)) return {};
    return {
      Program(node) {
        context.report({ node, message: `${own.rest} is no name for a file of a noun.` });
      },
    };
  },
};

/** `/images`, `/settings/audit?page=2`; not `/v2/scan` nor a lone slash, which is a key of the keyboard as well. */
const ADDRESS = /^\/[a-z][a-z-]*(?:[/?#]|$)/;

/** The addresses of pages are written in one file, which the other ones ask. */
const addresses = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const own = /(?:^|\/)src\/features\/(.+)$/.exec(context.filename.replaceAll(path.sep, '/'));
    if (!own || own[1] === 'hrefs.ts') return {};
    const check = (node, text) => {
      if (ADDRESS.test(text)) {
        context.report({ node, message: `Take ${text} from src/features/hrefs.ts.` });
      }
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') check(node, node.value);
      },
      TemplateLiteral(node) {
        // An address goes on after what is put in: `/images/${id}`.
        check(node, node.quasis[0].value.cooked ?? '');
      },
    };
  },
};

export default { rules: { addresses, arrows, vocabulary } };
