import type { GoldenImage } from '../images/golden-images.ts';
import { lastProbed } from '../images/image-knowledge.ts';
import { type GaugeLine, imageLine, worstFirst } from './gauge-line.ts';

type JudgedImage = Pick<GoldenImage, 'effective' | 'decision' | 'knowledge'>;

/** The annotation may leave architectures out; what it lists the image has to have. */
const disagreements: ReadonlySet<string> = new Set(['IndexLacksArchitecture', 'SingleArchitectureImage']);

/** Per image whose annotation and registry both tell, 1: the registry has all that the annotation lists. */
export function goldenImageAgreement(images: readonly JudgedImage[]): readonly GaugeLine[] {
  return worstFirst(images.flatMap(agreement));
}

function agreement({ effective, decision, knowledge }: JudgedImage): readonly GaugeLine[] {
  const isAnnotated = decision.decided.kind === 'known' && decision.decided.source === 'annotation';
  if (!isAnnotated || lastProbed(knowledge) === undefined) return [];
  return [imageLine(effective, !decision.findings.some(({ reason }) => disagreements.has(reason)))];
}
