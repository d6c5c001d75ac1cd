import { applyMergePatch, isJsonObject, objectAt, visibleText } from '@archipelago/apimachinery';
import type { Ask } from '../../../../console/answer-api.ts';
import { storedIn } from '../../../cluster/desired-now.ts';
import { withCluster } from '../../../cluster/live-cluster.ts';
import type { ClusterOptions } from '../../../flags/cluster-flags.ts';
import type { Io } from '../../../process/io.ts';
import { printYaml } from '../../../text/print-yaml.ts';
import { answerWith } from '../looking/answer-with.ts';
import { editablePart } from './editable-part.ts';
import { patchOfYaml } from './patch-of-yaml.ts';
import { storedPart } from './stored-part.ts';

/**
 * The HyperConverged as YAML with an edit in it, and the way back: what an edited text changes, as a merge patch that can be planned. Nothing
 * is stored.
 */
export function yamlEdit(options: ClusterOptions, io: Io): Ask {
  return {
    wants:
      '{"patch": a merge patch} for the YAML with it, or {"yaml": an edited text, "stored": what it was made of}',
    fits: ({ patch, yaml, stored }) =>
      yaml === undefined ? isJsonObject(patch) : typeof yaml === 'string' && isJsonObject(stored),
    answer: answerWith(io, async ({ patch, yaml, stored }, heard) => {
      if (typeof yaml === 'string') return patchOfYaml(yaml, objectAt(stored));
      return withCluster(options, heard, async (cluster) => {
        const found = storedIn(cluster);
        const edited = editablePart(objectAt(applyMergePatch(found, objectAt(patch))));
        // in double quotes the escapes mean the same, and nothing turns the text around
        return { yaml: visibleText(printYaml(edited), '\n'), stored: storedPart(found) };
      });
    }),
  };
}
