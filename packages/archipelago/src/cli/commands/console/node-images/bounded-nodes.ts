import type { ConfigView } from '../../../../layering/view/config-view.ts';

/** So many nodes of an architecture are named; the counts are of all. */
const mostNodes = 50;

/** A config of which no architecture names thousands of nodes: those without the image, or on their way to it, come first. */
export function boundedNodes(config: ConfigView): ConfigView {
  const architectures = config.architectures.map((each) => {
    if (each.nodes.length <= mostNodes) return each;
    const waiting = each.nodes.filter(({ state }) => state !== 'UpToDate');
    const done = each.nodes.filter(({ state }) => state === 'UpToDate');
    return { ...each, nodes: [...waiting, ...done].slice(0, mostNodes) };
  });
  return { ...config, architectures };
}
