/**
 * How often a property is tried whose runs are dear: as often as `npm test` has time for, or RUNS times. `test/real/properties.test.ts`
 * tries those that are dearest more often.
 */
export function propertyRuns(few: number): number {
  return Number(process.env.RUNS ?? few);
}
