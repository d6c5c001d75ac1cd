import { conditionOf, type JsonObject, objectsAt, textAt } from '@archipelago/apimachinery';
import type { ClusterView } from '../cluster/cluster-view.ts';
import type { Check, Found, Outcome } from '../model/check.ts';

const needs = ['hyperConvergeds'] as const;

/** Boot images as the operator finds them, who asks registries and CDI and tells it in the status of the HyperConverged. */
export const goldenImageChecks: readonly Check[] = [
  {
    code: 'VD901',
    title: 'Boot images can be imported',
    severity: 'warning',
    confidence: 'certain',
    needs,
    after: ['VD301', 'VD323'],
    message: 'Boot image {template} is not imported: {message}',
    impact: 'New virtual machines start from an old image, or from none.',
    fix: 'remove the cause: a wrong address, a missing login and a full quota are usual; archipelago images tells more',
    falsePositives: 'an import that is tried again',
    find: (cluster) => templatesWhere(cluster, 'Imported'),
  },
  {
    code: 'VD902',
    title: 'Registries tell what boot images are made of',
    severity: 'warning',
    confidence: 'certain',
    needs,
    message: 'Nobody knows the architectures of boot image {template}: {reason}: {message}',
    impact: 'Its annotation alone says for which architectures it is imported, right or wrong.',
    fix: 'let the operator reach the registry, or correct address and login of the image',
    falsePositives: 'a registry that is away for a while; images that no registry serves are left out',
    find: (cluster) => templatesWhere(cluster, 'Probed', ['Unprobeable']),
  },
  {
    code: 'VD903',
    title: 'Annotations of boot images are right',
    severity: 'critical',
    confidence: 'certain',
    needs,
    message: 'The annotation of boot image {template} is wrong: {message}',
    impact: 'Virtual machines of an architecture that the image lacks do not boot.',
    fix: 'correct ssp.kubevirt.io/dict.architectures of the template, or name an image that has all of them',
    falsePositives: 'none',
    find: (cluster) => templatesWhere(cluster, 'ArchitecturesAgree'),
  },
];

/** The templates of which the operator says that this is not so. */
function templatesWhere(
  { hyperConverged, itself }: ClusterView,
  type: string,
  but: readonly string[] = [],
): Outcome {
  const templates = objectsAt(hyperConverged.object, 'status', 'dataImportCronTemplates');
  if (templates.length === 0) return { skipped: 'there are no boot images' };
  return templates.flatMap((template): readonly Found[] => {
    const condition = conditionOf(template, type);
    const reason = textAt(condition, 'reason');
    if (condition?.status !== 'False' || but.includes(reason)) return [];
    const params: JsonObject = {
      template: textAt(template, 'metadata', 'name'),
      reason,
      message: textAt(condition, 'message'),
    };
    return [{ object: itself, params }];
  });
}
