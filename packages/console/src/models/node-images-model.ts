import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  numberAt,
  objectAt,
  objectsAt,
  valueAt,
} from '@archipelago/apimachinery';
import { said } from './said.ts';

/** The image of one architecture, in the build that is shown. */
export interface PlatformModel {
  readonly architecture: string;
  readonly state: string;
  readonly reusedFrom: string;
  readonly attempts: number;
  readonly job: string;
  readonly node: string;
  readonly digest: string;
  readonly since: string;
  readonly message: string;
}

/** How far the nodes of an architecture are. */
export interface RolloutModel {
  readonly architecture: string;
  /** Why an image is wanted; `''`: none is. */
  readonly source: string;
  readonly count: number;
  /** States that there are, with how many nodes. */
  readonly counts: readonly { readonly state: string; readonly count: number }[];
  readonly nodes: readonly { readonly name: string; readonly state: string; readonly message: string }[];
  /** How many nodes are not named. */
  readonly leftOut: number;
}

/** Something to know about a config. */
interface RemarkModel {
  readonly level: 'danger' | 'warning' | 'info';
  readonly text: string;
  readonly fix: string;
}

/** A MachineOSConfig: its image, the build, and its nodes. */
export interface NodeImageModel {
  /** `group/name`: what the console is asked with. */
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly state: string;
  /** Which nodes: a pool, or labels. */
  readonly nodes: string;
  readonly image: string;
  readonly digest: string;
  readonly build:
    | { readonly name: string; readonly phase: string; readonly message: string; readonly startedAt: string }
    | undefined;
  readonly platforms: readonly PlatformModel[];
  readonly rollout: readonly RolloutModel[];
  readonly remarks: readonly RemarkModel[];
}

/** Node images, of what the page says. */
export function nodeImagesModel(view: JsonValue): readonly NodeImageModel[] {
  return objectsAt(view, 'configs').map(configModel);
}

function configModel(config: JsonObject): NodeImageModel {
  const [group, name] = [said(config, 'group'), said(config, 'name')];
  const build = valueAt(config, 'build');
  return {
    key: `${group}/${name}`,
    group,
    name,
    state: said(config, 'state'),
    nodes: said(config, 'pool') || labelsText(objectAt(config, 'nodeSelector')),
    image: said(config, 'image', 'pullSpec'),
    digest: said(config, 'image', 'digest'),
    build: isJsonObject(build)
      ? {
          name: said(build, 'name'),
          phase: said(build, 'phase'),
          message: said(build, 'message'),
          startedAt: said(build, 'startedAt'),
        }
      : undefined,
    platforms: objectsAt(build, 'platforms').map(platformModel),
    rollout: objectsAt(config, 'architectures').map(rolloutModel),
    remarks: remarksOf(config),
  };
}

function labelsText(selector: JsonObject): string {
  return Object.keys(selector)
    .map((key) => `${said(key)}=${said(selector, key)}`)
    .join(', ');
}

function platformModel(platform: JsonObject): PlatformModel {
  return {
    architecture: said(platform, 'architecture'),
    state: said(platform, 'state'),
    reusedFrom: said(platform, 'reusedFrom'),
    attempts: numberAt(platform, 'attempts') ?? 0,
    job: said(platform, 'job'),
    node: said(platform, 'node'),
    digest: said(platform, 'digest'),
    since: said(platform, 'since'),
    message: said(platform, 'message'),
  };
}

function rolloutModel(architecture: JsonObject): RolloutModel {
  const counts = Object.keys(objectAt(architecture, 'counts'))
    .map((state) => ({ state: said(state), count: numberAt(architecture, 'counts', state) ?? 0 }))
    .filter(({ count }) => count > 0);
  const nodes = objectsAt(architecture, 'nodes').map((node) => ({
    name: said(node, 'name'),
    state: said(node, 'state'),
    message: said(node, 'message'),
  }));
  const count = counts.reduce((sum, each) => sum + each.count, 0);
  return {
    architecture: said(architecture, 'name'),
    source: said(architecture, 'source'),
    count,
    counts,
    nodes,
    leftOut: Math.max(0, count - nodes.length),
  };
}

const levels = { error: 'danger', warning: 'warning', info: 'info' } as const;

/** Conditions that are not as they should be, and what the planner remarks on; each once. */
function remarksOf(config: JsonObject): readonly RemarkModel[] {
  const conditions = objectsAt(config, 'conditions').map(
    (each): RemarkModel => ({
      level: 'warning',
      text: said(each, 'message') || `${said(each, 'type')}: ${said(each, 'reason')}`,
      fix: said(each, 'fix'),
    }),
  );
  const findings = objectsAt(config, 'findings').map((each): RemarkModel => {
    const level = said(each, 'level');
    return {
      level: level === 'error' || level === 'warning' ? levels[level] : 'info',
      text: said(each, 'message'),
      fix: said(each, 'fix'),
    };
  });
  const all = [...findings, ...conditions];
  return all.filter(({ text }, index) => all.findIndex((each) => each.text === text) === index);
}
