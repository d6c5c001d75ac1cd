import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { Part } from './fact-kinds.ts';

/** One list: where, and which objects; selectors as kubectl writes them. */
interface Selection {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** What was read before, by its name in `factKinds`. */
export type ObjectsOf = (name: string) => readonly JsonObject[];

/** Whether it can be told only when other kinds were read. */
export function dependsOnOthers({ names, isBesideOperators }: Part): boolean {
  return names !== undefined || isBesideOperators === true;
}

/** The lists that a part needs: one for each of its namespaces and names. */
export function selectionsOf(part: Part, objectsOf: ObjectsOf): readonly Selection[] {
  const { labels, fields, names, isBesideOperators } = part;
  const named = names?.(objectsOf).map((name) => `metadata.name=${name}`) ?? [fields];
  const namespaces = isBesideOperators === true ? operatorNamespaces(objectsOf) : [undefined];
  return namespaces.flatMap((namespace) =>
    named.map((fieldSelector) => ({
      ...(namespace === undefined ? {} : { namespace }),
      ...(labels === undefined ? {} : { labelSelector: labels }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    })),
  );
}

function operatorNamespaces(objectsOf: ObjectsOf): readonly string[] {
  const operators = [...objectsOf('hyperConvergeds'), ...objectsOf('kubeVirts')];
  const namespaces = operators.map((one) => textAt(one, 'metadata', 'namespace'));
  return [...new Set(namespaces)].filter((namespace) => namespace !== '');
}
