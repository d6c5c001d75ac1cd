import { type JsonObject, textAt } from '@archipelago/apimachinery';
import type { InstallationChoices } from '../../operator/deployment/installation-choices.ts';
import { installationManifests } from '../../operator/installation-manifests.ts';
import type { InstallationFile } from '../installation-file.ts';
import type { PrintObject } from '../print-object.ts';
import { additionsOf } from './additions-of.ts';

/** What may be added to the base, by the name of its component. */
type ComponentName = 'webhook' | 'monitoring' | 'layering' | 'console';

const components: readonly ComponentName[] = ['webhook', 'monitoring', 'layering', 'console'];

/**
 * A base of Kustomize with a component for each part that was chosen, and above them what brings all of it. A component is what the
 * part makes of the base: objects that come with it, and patches of those that are there. Components go together in any order.
 */
export function kustomizeBase(chosen: InstallationChoices, print: PrintObject): readonly InstallationFile[] {
  const bare = installationManifests(only(chosen, []));
  const parts = components.filter((name) => isChosen(chosen, name));
  return [
    {
      path: 'kustomization.yaml',
      text: print({
        ...head('Kustomization'),
        resources: ['base'],
        ...(parts.length === 0 ? {} : { components: parts.map((name) => `components/${name}`) }),
      }),
    },
    ...folder('base', 'Kustomization', { added: bare, changed: [] }, print),
    ...parts.flatMap((name) =>
      folder(
        `components/${name}`,
        'Component',
        differenceOf(bare, installationManifests(only(chosen, [name]))),
        print,
      ),
    ),
  ];
}

function head(kind: 'Kustomization' | 'Component'): JsonObject {
  return { apiVersion: `kustomize.config.k8s.io/v1${kind === 'Component' ? 'alpha1' : 'beta1'}`, kind };
}

function isChosen(chosen: InstallationChoices, name: ComponentName): boolean {
  return chosen[choiceOf[name]] !== undefined;
}

const choiceOf = {
  webhook: 'webhook',
  monitoring: 'monitoring',
  layering: 'layering',
  console: 'consoleHost',
} as const;

/** The choices without the parts that are not named. */
function only(chosen: InstallationChoices, names: readonly ComponentName[]): InstallationChoices {
  const without = Object.fromEntries(
    components.filter((name) => !names.includes(name)).map((name) => [choiceOf[name], undefined]),
  );
  return { ...chosen, ...without };
}

interface Difference {
  readonly added: readonly JsonObject[];
  readonly changed: readonly { readonly before: JsonObject; readonly after: JsonObject }[];
}

function differenceOf(before: readonly JsonObject[], after: readonly JsonObject[]): Difference {
  const known = new Map(before.map((object) => [keyOf(object), object]));
  return {
    added: after.filter((object) => !known.has(keyOf(object))),
    changed: after.flatMap((object) => {
      const base = known.get(keyOf(object));
      return base === undefined || additionsOf(base, object).length === 0
        ? []
        : [{ before: base, after: object }];
    }),
  };
}

function keyOf(object: JsonObject): string {
  return JSON.stringify([
    object.kind,
    textAt(object, 'metadata', 'namespace'),
    textAt(object, 'metadata', 'name'),
  ]);
}

/** A folder with a file of objects for each kind. */
function folder(
  path: string,
  kind: 'Kustomization' | 'Component',
  { added, changed }: Difference,
  print: PrintObject,
): readonly InstallationFile[] {
  const kinds = [...new Set(added.map((object) => textAt(object, 'kind')))];
  const patches = changed.map(({ before, after }) => ({
    target: targetOf(after),
    patch: JSON.stringify(additionsOf(before, after)),
  }));
  return [
    {
      path: `${path}/kustomization.yaml`,
      text: print({
        ...head(kind),
        resources: kinds.map((each) => `${each.toLowerCase()}.yaml`),
        ...(patches.length === 0 ? {} : { patches }),
      }),
    },
    ...kinds.map((each) => ({
      path: `${path}/${each.toLowerCase()}.yaml`,
      text: added
        .filter((object) => object.kind === each)
        .map(print)
        .join('---\n'),
    })),
  ];
}

function targetOf(object: JsonObject): JsonObject {
  const [version = '', group = ''] = textAt(object, 'apiVersion').split('/').reverse();
  const namespace = textAt(object, 'metadata', 'namespace');
  return {
    ...(group === '' ? {} : { group }),
    version,
    kind: textAt(object, 'kind'),
    // a pattern
    name: `^${textAt(object, 'metadata', 'name').replaceAll('.', '\\.')}$`,
    ...(namespace === '' ? {} : { namespace: `^${namespace}$` }),
  };
}
