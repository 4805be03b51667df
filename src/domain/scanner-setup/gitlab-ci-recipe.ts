import { indent, shellQuote, withoutGitlabVariables, yamlQuote } from './quoting';
import {
  type ScannerPlace,
  fetchCommands,
  hostsLine,
  installCommand,
  scanCommand,
  scannerNotes,
} from './scanner-commands';
import type { ScannerRecipe, ScannerSetupInput } from './scanner-setup-input';
import { runnerNotes } from './runner-notes';

const place: ScannerPlace = { folder: '/tmp/eventide', thisMachine: '127.0.0.1' };

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
    ...fetchCommands(input, place),
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
${indent(scanCommand(input, place), 6)}
`;
}
