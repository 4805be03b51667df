import { describe } from 'vitest';
import { directoryContract } from '@/test/directory/contract';
import { keycloakBench } from './keycloak-bench';

describe('the directory at Keycloak', () => directoryContract(keycloakBench));
