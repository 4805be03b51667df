import { createParser } from 'nuqs/server';
import { parseDay } from '@/domain/eol/calendar';

/** A UTC day in an address. Any other text reads as no condition. */
export const parseAsDay = createParser({ parse: parseDay, serialize: String });
