import { z } from 'zod';

export const listArtifactTypesOutput = z.array(z.string());
