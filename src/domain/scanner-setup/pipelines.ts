import { type ScannerRecipe, type ScannerSetupInput, serviceAddress } from './addresses';
import {
  indent,
  shellQuote,
  withoutGithubExpressions,
  withoutGitlabVariables,
  yamlQuote,
} from './quoting';
import {
  fetchCommands,
  hostsCommands,
  hostsLine,
  installCommand,
  scanCommand,
  scannerNotes,
  type ScannerPlace,
} from './scanners';

const GITHUB_RUNNER: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: '127.0.0.1' };

/** For a Linux runner with sudo, as GitHub's own are. The key goes into a secret, never into the workflow. */
export function githubActionsRecipe(input: ScannerSetupInput): ScannerRecipe {
  return {
    id: 'github-actions',
    title: 'GitHub Actions',
    steps: [
      {
        title: 'Once for the repository: store the API key as a secret, here with the GitHub CLI',
        language: 'bash',
        code: `printf '%s' ${shellQuote(input.apiKey)} | gh secret set XEOL_API_KEY`,
      },
      { title: '.github/workflows/eol-scan.yml', language: 'yaml', code: workflow(input) },
    ],
    notes: [...scannerNotes, ...runnerNotes(input)],
  };
}

function workflow(input: ScannerSetupInput): string {
  const redirect = [...fetchCommands(input, GITHUB_RUNNER), ...hostsCommands];
  const feed = yamlQuote(withoutGithubExpressions(input.databaseUrl));
  return `name: EOL scan
on:
  push:
  schedule:
    - cron: '17 4 * * *'
permissions: {}
jobs:
  eol-scan:
    runs-on: ubuntu-latest
    steps:
      - name: Install the scanner
        run: ${installCommand('sudo sh')}
      - name: Trust Eventide and send the scanner's calls to it
        run: |
${runBlock(redirect)}
      - name: Scan
        env:
          XEOL_API_KEY: \${{ secrets.XEOL_API_KEY }}
          XEOL_PROJECT_NAME: github//\${{ github.repository }}
          XEOL_DB_UPDATE_URL: ${feed}
          XEOL_CHECK_FOR_APP_UPDATE: 'false'
        run: |
${runBlock([scanCommand(input, GITHUB_RUNNER)])}
`;
}

function runBlock(commands: readonly string[]): string {
  return indent(withoutGithubExpressions(commands.join('\n')), 10);
}

const GITLAB_JOB: ScannerPlace = { folder: '/tmp/eventide', thisMachine: '127.0.0.1' };

/** For runners that start a container per job, where the job is root and its hosts file is its own. */
export function gitlabCiRecipe(input: ScannerSetupInput): ScannerRecipe {
  return {
    id: 'gitlab-ci',
    title: 'GitLab CI',
    steps: [
      {
        title:
          'Once for the project: store the API key as a masked variable, here with the GitLab CLI',
        language: 'bash',
        code: `printf '%s' ${shellQuote(input.apiKey)} | glab variable set XEOL_API_KEY --masked`,
      },
      { title: '.gitlab-ci.yml', language: 'yaml', code: pipeline(input) },
    ],
    notes: [
      ...scannerNotes,
      'An image needs no checkout. Releases before 0.9.12 stop in one whose remote is not gitlab.com, github.com or dev.azure.com: hence GIT_STRATEGY none.',
      ...runnerNotes(input),
    ],
  };
}

function pipeline(input: ScannerSetupInput): string {
  const prepare = [
    'apk add --no-cache curl',
    ...fetchCommands(input, GITLAB_JOB),
    `echo "${hostsLine}" >> /etc/hosts`,
    installCommand('sh'),
  ];
  const feed = yamlQuote(withoutGitlabVariables(input.databaseUrl));
  return `eol-scan:
  stage: test
  image: alpine:3.22
  variables:
    GIT_STRATEGY: none
    XEOL_PROJECT_NAME: gitlab//$CI_PROJECT_PATH
    XEOL_DB_UPDATE_URL: ${feed}
    XEOL_CHECK_FOR_APP_UPDATE: 'false'
  before_script:
    - |
${indent(prepare.join('\n'), 6)}
  script:
    - |
${indent(scanCommand(input, GITLAB_JOB), 6)}
`;
}

/** Says what both CI systems need: a runner that can reach the service. */
function runnerNotes(input: ScannerSetupInput): string[] {
  return serviceAddress(input).kind === 'this-machine'
    ? [
        `Runners cannot reach ${new URL(input.publicUrl).hostname}: set PUBLIC_URL to an address of Eventide that they can.`,
      ]
    : [];
}
