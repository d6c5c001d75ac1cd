import { factKinds, factNames } from '../../doctor/facts/fact-kinds.ts';
import { namesOf } from '../../doctor/rights/names-of.ts';
import { type Permission, rule } from '../rights/permission.ts';

/** The doctor lists what its checks look at; it writes nothing and reads no Secrets. */
export function doctorPermissions(): readonly Permission[] {
  return factNames.map((name) => {
    const { group, versions, plural, kind } = factKinds[name];
    const resource = { group, version: versions[0] ?? 'v1', plural, kind, namespaced: true };
    return { ...rule(resource, ['list'], 'what checks of the doctor look at'), names: namesOf(name) };
  });
}
