import { type JsonObject, textAt } from '@archipelago/apimachinery';
import { nodeView } from '../cluster/node-view.ts';
import { type Facts, readingOf } from '../facts/facts.ts';
import type { DoctorFinding } from '../model/report.ts';

/** Where something is. */
interface Places {
  readonly namespaces: readonly string[];
  readonly nodes: readonly string[];
  readonly architectures: readonly string[];
}

/** Params that hold names of nodes, and of architectures. */
const nodeParams = ['node', 'nodes', 'names', 'missing', 'without', 'aborted'];
const architectureParams = ['arch', 'architecture', 'architectures'];

/**
 * The places that a finding names: the namespace of its object, or of the Namespace that it is; the nodes that it is about or counts up;
 * the architectures that it names, and those of its nodes.
 */
export function placesOf(facts: Facts): (finding: DoctorFinding) => Places {
  const reading = readingOf(facts, 'nodes');
  const nodes = reading.state === 'read' ? reading.objects.map(nodeView) : [];
  const architectureOf = new Map(nodes.map(({ name, architecture }) => [name, architecture]));
  return ({ object, params }) => {
    const named = textsIn(params, nodeParams).filter((name) => architectureOf.has(name));
    const own = object?.kind === 'Node' ? [object.name] : [];
    const all = [...new Set([...own, ...named])];
    const ofNodes = all.map((name) => architectureOf.get(name) ?? '').filter((name) => name !== '');
    return {
      namespaces: object === undefined ? [] : namespacesOf(object),
      nodes: all,
      architectures: [...new Set([...textsIn(params, architectureParams), ...ofNodes])],
    };
  };
}

function namespacesOf(object: NonNullable<DoctorFinding['object']>): readonly string[] {
  if (object.kind === 'Namespace') return [object.name];
  return object.namespace === undefined ? [] : [object.namespace];
}

function textsIn(params: JsonObject, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const value = params[name];
    if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
    const text = textAt(params, name);
    return text === '' ? [] : [text];
  });
}
