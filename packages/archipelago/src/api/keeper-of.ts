import { type JsonObject, objectAt } from '@archipelago/apimachinery';

const keepers: readonly (readonly [string, string])[] = [
  ['argocd.argoproj.io/tracking-id', 'Argo CD'],
  ['argocd.argoproj.io/instance', 'Argo CD'],
  ['kustomize.toolkit.fluxcd.io/name', 'Flux'],
  ['helm.toolkit.fluxcd.io/name', 'Flux'],
  ['meta.helm.sh/release-name', 'Helm'],
];

/** Who keeps an object in Git, or as a release, as its labels and annotations say; undefined: nobody. */
export function keeperOf(object: JsonObject): string | undefined {
  const marks = {
    ...objectAt(object, 'metadata', 'labels'),
    ...objectAt(object, 'metadata', 'annotations'),
  };
  return keepers.find(([mark]) => Object.hasOwn(marks, mark))?.[1];
}
