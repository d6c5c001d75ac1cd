import { operands } from './operands.ts';
import { settings } from './settings.ts';

const keys: ReadonlySet<string> = new Set([
  ...settings.flatMap(({ source }) => (source.in === 'annotation' ? [source.key] : [])),
  ...operands.flatMap(({ patchAnnotation }) => patchAnnotation ?? []),
]);

/** The annotations that configure something; others say nothing to the operator. */
export function effectiveAnnotations(
  annotations: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => keys.has(key)));
}
