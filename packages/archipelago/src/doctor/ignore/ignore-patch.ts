import { type JsonObject, objectAt, textAt } from '@archipelago/apimachinery';
import { codesIn, ignoreAnnotation } from './ignore-rule.ts';

/** What somebody decides about the findings of a check. */
export interface Ignoring {
  readonly code: string;
  readonly reason: string;
  /** The last day, as `2027-01-31`; `''`: for good. */
  readonly until: string;
}

/** The annotations that a decision is written in: of an object, for all codes that it ignores. */
const ignoringAnnotations = ['', '-reason', '-until'].map((suffix) => `${ignoreAnnotation}${suffix}`);

/** The merge patch that has an object ignore a check, too. Its reason and its last day count for all that the object ignores. */
export function ignorePatch(object: JsonObject, { code, reason, until }: Ignoring): JsonObject {
  const before = codesIn(textAt(object, 'metadata', 'annotations', ignoreAnnotation));
  const hasUntil = textAt(object, 'metadata', 'annotations', `${ignoreAnnotation}-until`) !== '';
  const annotations = {
    [ignoreAnnotation]: [...new Set([...before, code])].join(','),
    [`${ignoreAnnotation}-reason`]: reason,
    ...(until !== '' ? { [`${ignoreAnnotation}-until`]: until } : {}),
    ...(until === '' && hasUntil ? { [`${ignoreAnnotation}-until`]: null } : {}),
  };
  return { metadata: { annotations } };
}

/** Whether a patch writes nothing but such annotations. */
export function isIgnorePatch(patch: JsonObject): boolean {
  const { metadata, ...others } = patch;
  const { annotations, ...other } = objectAt(metadata);
  return (
    Object.keys(others).length === 0 &&
    Object.keys(other).length === 0 &&
    Object.keys(objectAt(annotations)).every((name) => ignoringAnnotations.includes(name))
  );
}
