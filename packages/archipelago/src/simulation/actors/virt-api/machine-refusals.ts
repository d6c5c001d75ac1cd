import type { ExtensionRefusal } from '@archipelago/kube-sandbox';

const group = 'kubevirt.io';

/** In upstream's words, with kinds where Kubernetes has plurals. */
export function missing(kind: string, name: string): ExtensionRefusal {
  const message = `${kind}.${group} "${name}" not found`;
  return { code: 404, reason: 'NotFound', message, details: { name, group, kind } };
}

/** What the state of a VirtualMachine does not allow. */
export function conflicting(name: string, problem: string): ExtensionRefusal {
  const kind = 'virtualmachine';
  const message = `Operation cannot be fulfilled on ${kind}.${group} "${name}": ${problem}`;
  return { code: 409, reason: 'Conflict', message, details: { name, group, kind } };
}

/** What a real KubeVirt does and the simulation does not. */
export function notSimulated(what: string): ExtensionRefusal {
  return { code: 501, reason: 'NotImplemented', message: `not simulated: ${what}` };
}

export function badOptions(message: string): ExtensionRefusal {
  return { code: 400, reason: 'BadRequest', message };
}

/** virt-api calls it an error of its own. */
export function internalError(problem: string): ExtensionRefusal {
  const message = `Internal error occurred: ${problem}`;
  return { code: 500, reason: 'InternalError', message, details: { causes: [{ message: problem }] } };
}
