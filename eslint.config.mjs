import tseslint from 'typescript-eslint';
import importX from 'eslint-plugin-import-x';
import reactHooks from 'eslint-plugin-react-hooks';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import rooms from './.eslint.rooms.mjs';
import tables from './.eslint.tables.mjs';

/** What there is to say of an end is said in the same words everywhere: the one piece of the domain for all floors. */
const WORDS_OF_ENDS = './domain/eol/words.ts';

/**
 * The arrows of the house: who may import whom. `from` lists the folders a target must not reach.
 * app → features → components → lib; app → server → domain; features → domain.
 */
const zones = [
  {
    target: './src/domain',
    from: './src',
    except: ['./domain'],
    message: 'domain is pure: it imports nothing above it.',
  },
  {
    target: './src/lib',
    from: './src',
    except: ['./lib', WORDS_OF_ENDS],
    message: 'lib stands alone.',
  },
  {
    target: './src/components',
    from: './src',
    except: ['./components', './lib', WORDS_OF_ENDS],
    message: 'components know no domain.',
  },
  {
    target: './src/features',
    from: './src',
    except: ['./features', './components', './lib', './domain', './trpc'],
    message: 'features reach the server only through tRPC.',
  },
  {
    target: './src/server',
    from: './src',
    except: ['./server', './domain', './env.ts'],
    message: 'the server knows no React.',
  },
  {
    target: './src/cli',
    from: './src',
    except: ['./cli', './server', './domain', './env.ts', './env-variables.ts'],
    message: 'commands are thin: server and domain only.',
  },
];

/** Tests may use what `src/test` offers; nothing else may. */
const zonesOfTests = zones.map((zone) => ({ ...zone, except: [...(zone.except ?? []), './test'] }));

const onlyRepositoriesImportPrisma = {
  patterns: [
    {
      group: [
        '@prisma/client',
        '@prisma/client/*',
        '@/server/prisma-client',
        '@/server/prisma-client/*',
        '**/prisma-client/*',
      ],
      message: 'Only repositories and platform/db import Prisma.',
    },
  ],
};
const onlyTrpcThrowsTrpcErrors = {
  name: '@trpc/server',
  importNames: ['TRPCError'],
  message: 'Only platform/trpc and the handler of its calls make a TRPCError.',
};
const onlyLinkAsksAhead = {
  name: 'next/link',
  message:
    'Use components/ui/link: a link of Next itself asks for its page as soon as it is in sight.',
};

/** What needs types, or the graph of all imports, is in `.oxlintrc.json`: there it takes a fifth of the time. */
export default tseslint.config(
  {
    ignores: [
      '.next/**',
      'dist/**',
      'public/cli/**',
      'node_modules/**',
      'next-env.d.ts',
      'src/server/prisma-client/**',
      '.data/**',
      // Of another program, whose types are not here.
      'deploy/backstage/**',
      'test-results/**',
      'playwright-report/**',
    ],
  },
  ...tseslint.configs.strict,
  {
    files: ['**/*.{ts,tsx,mts}'],
    languageOptions: { parserOptions: { tsconfigRootDir: import.meta.dirname } },
    plugins: { 'import-x': importX, rooms, tables },
    settings: {
      // Without these, rules that follow imports see no TypeScript and find nothing.
      ...importX.flatConfigs.typescript.settings,
      'import-x/resolver-next': [createTypeScriptImportResolver()],
    },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'rooms/addresses': 'error',
      'rooms/arrows': 'error',
      'rooms/vocabulary': 'error',
      'tables/lookups': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'max-lines': ['error', { max: 400 }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Only src/env.ts reads process.env.',
        },
        {
          selector:
            ":matches(ForStatement, ForOfStatement, WhileStatement, DoWhileStatement) CallExpression[callee.object.name='Promise'][callee.property.name='race']",
          message:
            'What waits for a promise stays with it until it settles: end each wait by a signal.',
        },
        {
          selector: 'Literal[regex.pattern=/[^\\u0000-\\u007f]/]',
          message:
            'The bundler leaves it as it is, and one such letter doubles what the bundle takes in memory: write \\u201c.',
        },
      ],
    },
  },
  {
    // Tests ask whatever they want to see.
    files: ['src/**/*.test.{ts,tsx}'],
    rules: {
      'import-x/no-restricted-paths': ['error', { zones: zonesOfTests }],
      'rooms/addresses': 'off',
      'rooms/arrows': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      'src/server/**/repository.ts',
      'src/server/**/repository/*.ts',
      'src/server/platform/db/**',
      'src/server/platform/auth/**',
      'src/components/ui/link.tsx',
      'src/test/**',
    ],
    rules: {
      'no-restricted-imports': [
        'error',
        { ...onlyRepositoriesImportPrisma, paths: [onlyTrpcThrowsTrpcErrors, onlyLinkAsksAhead] },
      ],
    },
  },
  {
    files: ['src/server/platform/trpc/**/*.ts', 'src/server/listener/dashboard-handler.ts'],
    rules: { 'no-restricted-imports': ['error', onlyRepositoriesImportPrisma] },
  },
  {
    files: ['src/**/*.tsx', 'src/features/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
  },
  {
    // Commands, tests and tool configuration talk to a terminal and read the environment they are given.
    files: [
      'src/env.ts',
      'src/cli/**',
      'e2e/**',
      'prisma/**',
      '*.config.*',
      'src/test/**',
      '**/*.test.{ts,tsx}',
    ],
    rules: { 'no-restricted-syntax': 'off', 'tables/lookups': 'off', 'no-console': 'off' },
  },
);
