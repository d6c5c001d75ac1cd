import type { JsonObject, JsonValue } from '@archipelago/apimachinery';

/** A value of the chart. */
export interface ChartValue {
  /** Where it stands in `values.yaml`. */
  readonly path: readonly string[];
  readonly summary: string;
  readonly usually: JsonValue;
  /** JSON Schema of it. */
  readonly schema: JsonObject;
}

/** Makes one; `path` with dots between. */
export type ChartValueRow = (
  path: string,
  usually: JsonValue,
  schema: JsonObject,
  summary: string,
) => ChartValue;
