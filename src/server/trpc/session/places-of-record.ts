import { placesOfRecord as findPlaces } from '@/server/organization/record-places';
import { personProcedure } from '../init';
import { placesOfRecordInput, placesOfRecordOutput } from './places-of-record.schema';

export const placesOfRecord = personProcedure
  .input(placesOfRecordInput)
  .output(placesOfRecordOutput)
  .query(({ ctx, input }) => findPlaces(ctx.deps, ctx.caller, input.kind, input.name));
