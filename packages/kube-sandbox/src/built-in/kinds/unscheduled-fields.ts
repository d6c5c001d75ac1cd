import type { InertFields } from '../../resources/inert-fields.ts';

const warning = 'the scheduler of the embedded cluster does not look at it';

/** What of a pod's spec, at `path`, is kept and changes no node. */
export function unscheduledFields(path: string): InertFields {
  const fields = ['affinity.podAffinity', 'affinity.podAntiAffinity', 'topologySpreadConstraints'];
  return Object.fromEntries(fields.map((field) => [`${path}.${field}`, warning]));
}
