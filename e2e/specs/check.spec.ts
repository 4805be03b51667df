import { readFile } from 'node:fs/promises';
import { dayOf } from '@/test/contracts';
import { saying } from '@/test/degrees';
import { daysFromToday } from '../api/harness/payloads';
import { addDays, dayOf } from '@/domain/eol/calendar';
import { saying } from '@/test/registry-facts';
