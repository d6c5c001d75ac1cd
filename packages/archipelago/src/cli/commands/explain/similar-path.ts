import type { FieldPath } from '../../../config/framework/field-path.ts';
import { similar } from '../../text/similar.ts';

/** The path down to the first member that nobody knows, with what was meant; undefined where nothing is like it. */
export function similarPath(path: FieldPath, known: readonly FieldPath[]): FieldPath | undefined {
  let below = known;
  for (const [index, segment] of path.entries()) {
    const further = below.filter((each) => each[index] === segment);
    if (further.length === 0) {
      const names = below.flatMap((each) => (typeof each[index] === 'string' ? [each[index]] : []));
      const [meant] = similar(String(segment), names);
      return meant === undefined ? undefined : [...path.slice(0, index), meant];
    }
    below = further;
  }
  return undefined;
}
