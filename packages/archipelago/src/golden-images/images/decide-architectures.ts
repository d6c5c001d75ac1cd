import { architectures, isArchitecture } from '../../api/architectures.ts';
import type { Finding } from '../../api/finding.ts';
import { listedArchitectures } from '../templates/narrow-architectures.ts';
import {
  type ImageKnowledge,
  lastProbed,
  type ProbedImage,
  type ProbeFailure,
  probedArchitectures,
  type Unprobeable,
} from './image-knowledge.ts';
import { probeFixes } from './probe-fixes.ts';

export interface KnownArchitectures {
  readonly kind: 'known';
  /** In the order of who says so. */
  readonly architectures: readonly string[];
  readonly source: 'annotation' | 'probe' | 'previous';
}

/** What an image supports, and who says so. */
export type DecidedArchitectures =
  | KnownArchitectures
  /** Nobody said, or not yet. What exists stays as it is. */
  | { readonly kind: 'undecided'; readonly because: 'pending' | ProbeFailure }
  /** Nobody can say: the image is imported as it comes. */
  | { readonly kind: 'anyNode'; readonly because: Unprobeable | 'notProbed' };

/** What is odd about an image's architectures. `error`: something does not boot; `warning`: it may not. */
export interface ImageFinding extends Finding {
  readonly template: string;
  readonly reason:
    | 'IndexLacksArchitecture'
    | 'AnnotationLacksArchitecture'
    | 'SingleArchitectureImage'
    | 'ProbeFailed'
    | 'ArchitecturesUnknown'
    | 'UnknownArchitecture'
    | 'NoArchitectureListed';
  /** The architectures it is about; empty: all of them. */
  readonly architectures: readonly string[];
  readonly fix: string;
}

interface ArchitectureQuestion {
  /** Name of the template. */
  readonly template: string;
  /** The annotation's text; undefined or blank: nobody wrote it. */
  readonly annotation: string | undefined;
  /** Undefined: images are not probed at all. */
  readonly knowledge: ImageKnowledge | undefined;
  /** What the status of the HyperConverged remembers of the same image; see previous-knowledge.ts. */
  readonly previous: readonly string[] | undefined;
}

export interface ArchitectureDecision {
  readonly decided: DecidedArchitectures;
  readonly findings: readonly ImageFinding[];
}

/** Decides what an image supports: the annotation first, then its registry, then what was known before. */
export function decideArchitectures(question: ArchitectureQuestion): ArchitectureDecision {
  const { annotation, knowledge } = question;
  const annotated = annotation === undefined || annotation.trim() === '' ? undefined : annotation;
  const decided =
    annotated === undefined
      ? withoutAnnotation(question)
      : {
          kind: 'known' as const,
          architectures: listedArchitectures(annotated),
          source: 'annotation' as const,
        };
  return {
    decided,
    findings: [
      ...(annotated === undefined ? [] : reviewAnnotation(question.template, listedArchitectures(annotated))),
      ...(annotated === undefined ? reviewUnknown(question.template, decided) : []),
      ...reviewAnswer(question.template, annotated, lastProbed(knowledge)),
      ...reviewFailure(question.template, decided, knowledge),
    ],
  };
}

function withoutAnnotation({ knowledge, previous }: ArchitectureQuestion): DecidedArchitectures {
  if (knowledge === undefined) return { kind: 'anyNode', because: 'notProbed' };
  switch (knowledge.kind) {
    case 'probed':
      return { kind: 'known', architectures: probedArchitectures(knowledge), source: 'probe' };
    case 'unprobeable':
      return { kind: 'anyNode', because: knowledge.because };
    case 'failed':
    case 'pending': {
      const last = lastProbed(knowledge);
      const before = last === undefined ? previous : probedArchitectures(last);
      if (before !== undefined) return { kind: 'known', architectures: before, source: 'previous' };
      return { kind: 'undecided', because: knowledge.kind === 'failed' ? knowledge.reason : 'pending' };
    }
  }
}

function reviewAnnotation(template: string, listed: readonly string[]): readonly ImageFinding[] {
  if (listed.length === 0)
    return [
      {
        template,
        level: 'error',
        reason: 'NoArchitectureListed',
        architectures: [],
        message: 'the annotation lists no architecture, so the image is not imported',
        fix: 'list the architectures of the image, or remove the annotation to have them looked up',
      },
    ];
  const unknown = listed.filter((name) => !isArchitecture(name));
  if (unknown.length === 0) return [];
  return [
    {
      template,
      level: 'warning',
      reason: 'UnknownArchitecture',
      architectures: unknown,
      message: `the annotation lists ${unknown.join(', ')}, which no node can have`,
      fix: `use the names of Kubernetes: ${architectures.join(', ')}`,
    },
  ];
}

function reviewUnknown(template: string, decided: DecidedArchitectures): readonly ImageFinding[] {
  if (decided.kind !== 'anyNode') return [];
  const why = {
    'oci-archive': 'an archive cannot be asked which architectures it has',
    imageStream: 'an image stream is not asked which architectures it has',
    pvc: 'a claim does not say which architecture its disk has',
    noUrl: 'the template names no image of a registry',
    notProbed: 'images are not looked up',
  }[decided.because];
  return [
    {
      template,
      level: 'warning',
      reason: 'ArchitecturesUnknown',
      architectures: [],
      message: `${why}, so the image has the architecture of the node that happens to import it`,
      fix: 'add the annotation ssp.kubevirt.io/dict.architectures',
    },
  ];
}

/** Annotation against registry. */
function reviewAnswer(
  template: string,
  annotated: string | undefined,
  image: ProbedImage | undefined,
): readonly ImageFinding[] {
  if (image === undefined || annotated === undefined) return [];
  const [listed, told] = [listedArchitectures(annotated), probedArchitectures(image)];
  const missing = listed.filter((name) => isArchitecture(name) && !told.includes(name));
  const more = told.filter((name) => isArchitecture(name) && !listed.includes(name));
  return [
    ...(missing.length === 0 ? [] : [lacks(template, image, missing)]),
    ...(more.length === 0
      ? []
      : [
          {
            template,
            level: 'info' as const,
            reason: 'AnnotationLacksArchitecture' as const,
            architectures: more,
            message: `the image has ${more.join(', ')}, too, which the annotation leaves out`,
            fix: `add ${more.join(', ')} to the annotation if machines of that architecture are wanted`,
          },
        ]),
  ];
}

function lacks(template: string, image: ProbedImage, missing: readonly string[]): ImageFinding {
  const told = probedArchitectures(image).join(', ') || 'none';
  return {
    template,
    level: 'error',
    reason: image.single ? 'SingleArchitectureImage' : 'IndexLacksArchitecture',
    architectures: missing,
    message: image.single
      ? `the annotation lists ${missing.join(', ')}, but the image is for ${told} only`
      : `the annotation lists ${missing.join(', ')}, but the index of the image has ${told}`,
    fix: `remove ${missing.join(', ')} from the annotation, or publish the image for it`,
  };
}

function reviewFailure(
  template: string,
  decided: DecidedArchitectures,
  knowledge: ImageKnowledge | undefined,
): readonly ImageFinding[] {
  if (knowledge?.kind !== 'failed') return [];
  const goingBy = {
    known: 'what is known stays in use',
    undecided: 'nothing that exists is changed',
    anyNode: 'nothing that exists is changed',
  }[decided.kind];
  return [
    {
      template,
      level: 'warning',
      reason: 'ProbeFailed',
      architectures: [],
      message: `the image could not be looked up (${knowledge.reason}: ${knowledge.message}); ${goingBy}`,
      fix: probeFixes[knowledge.reason],
    },
  ];
}
