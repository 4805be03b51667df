import { indent, shellQuote, withoutGithubExpressions, yamlQuote } from './quoting';
import {
  type ScannerPlace,
  fetchCommands,
  hostsCommands,
  installCommand,
  scanCommand,
  scannerNotes,
} from './scanner-commands';
import type { ScannerRecipe, ScannerSetupInput } from './scanner-setup-input';
import { runnerNotes } from './runner-notes';

const place: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: '127.0.0.1' };

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
  const redirect = [...fetchCommands(input, place), ...hostsCommands];
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
${runBlock([scanCommand(input, place)])}
`;
}

function runBlock(commands: readonly string[]): string {
  return indent(withoutGithubExpressions(commands.join('\n')), 10);
}
