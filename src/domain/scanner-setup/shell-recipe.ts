import { shellQuote } from './quoting';
import {
  type ScannerPlace,
  fetchCommands,
  hostsCommands,
  installCommand,
  scanCommand,
  scannerNotes,
} from './scanner-commands';
import { type ScannerRecipe, type ScannerSetupInput, projectOf } from './scanner-setup-input';

const place: ScannerPlace = { folder: '$HOME/.eventide', thisMachine: '127.0.0.1' };

/** For a person at a Linux shell with sudo. */
export function shellRecipe(input: ScannerSetupInput): ScannerRecipe {
  const environment = [
    `XEOL_API_KEY=${shellQuote(input.apiKey)}`,
    `XEOL_PROJECT_NAME=${shellQuote(projectOf(input))}`,
    `XEOL_DB_UPDATE_URL=${shellQuote(input.databaseUrl)}`,
    'XEOL_CHECK_FOR_APP_UPDATE=false',
  ];
  return {
    id: 'shell',
    title: 'Shell',
    steps: [
      {
        title: 'Install the scanner, unless you have it',
        language: 'bash',
        code: installCommand('sudo sh'),
      },
      {
        title: 'Once on this machine: trust Eventide and send the scanner’s calls to it',
        language: 'bash',
        code: [...fetchCommands(input, place), ...hostsCommands].join(' &&\n'),
      },
      {
        title: 'Scan an image',
        language: 'bash',
        code: [...environment, scanCommand(input, place)].join(' \\\n'),
      },
    ],
    notes: [
      ...scannerNotes,
      'On macOS and Windows the scanner reads the system’s certificates and not SSL_CERT_DIR: use Docker there.',
    ],
  };
}
