import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from '@archipelago/apimachinery';

/** A cron's spec as it is compared: CDI's clients write an empty metadata and status into every DataVolume. */
export function templateSpecOf(spec: JsonObject): JsonObject {
  const { template, ...rest } = spec;
  if (!isJsonObject(template)) return spec;
  const { metadata, status: _, ...dataVolume } = template;
  const named = isJsonObject(metadata) ? withoutNulls(metadata) : {};
  return {
    ...rest,
    template: { ...(Object.keys(named).length === 0 ? {} : { metadata: named }), ...dataVolume },
  };
}

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  );
}

/** Same meaning for CDI. */
export function sameSpec(a: JsonObject, b: JsonObject): boolean {
  const [one, other] = [templateSpecOf(a), templateSpecOf(b)];
  return covers(one, other) && covers(other, one);
}

/** Everything that is wanted is there; a server may have added defaults. */
export function covers(live: JsonValue | undefined, wanted: JsonValue | undefined): boolean {
  if (live === wanted) return true;
  if (!isJsonObject(wanted) || !isJsonObject(live)) return canonicalJson(live) === canonicalJson(wanted);
  return Object.keys(wanted).every((key) =>
    covers(Object.hasOwn(live, key) ? live[key] : undefined, wanted[key]),
  );
}
