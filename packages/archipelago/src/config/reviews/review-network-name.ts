import { label1123Problems, subdomainProblems } from '@archipelago/apimachinery';
import type { Context } from '../framework/context.ts';
import type { FieldFinding } from '../framework/setting.ts';
import { oddValue } from './odd-value.ts';

const kind = 'NetworkAttachmentDefinition';

/** A NetworkAttachmentDefinition, `name` or `namespace/name`; without namespace the operator's is meant. */
export function reviewNetworkName(
  at: string,
  text: string,
  { facts, deployment }: Context,
): readonly FieldFinding[] {
  if (text === '') return [];
  if (!isNetworkName(text))
    return [
      oddValue(
        at,
        text,
        `is no name that a ${kind} can have`,
        'write its name, or namespace/name, in lowercase letters, digits and dashes',
      ),
    ];
  if (!facts.networkAttachmentDefinitions)
    return [
      oddValue(
        at,
        text,
        `names a ${kind}, and this cluster does not serve that kind`,
        'install Multus, or leave the network out',
      ),
    ];
  const whole = text.includes('/') ? text : `${deployment.operatorNamespace}/${text}`;
  if (facts.networks === undefined || facts.networks.includes(whole)) return [];
  return [oddValue(at, text, `names ${kind} ${whole}, which does not exist`, `make ${kind} ${whole}`)];
}

function isNetworkName(text: string): boolean {
  const [name = '', namespace, ...more] = text.split('/').reverse();
  const placed = namespace === undefined || label1123Problems(namespace).length === 0;
  return more.length === 0 && placed && subdomainProblems(name).length === 0;
}
