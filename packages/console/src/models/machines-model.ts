import { type JsonObject, type JsonValue, numberAt, objectsAt } from '@archipelago/apimachinery';
import { said } from './said.ts';

/** Machines of an architecture, counted. */
export interface MachineNumbers {
  /** `''`: nobody can tell. */
  readonly architecture: string;
  readonly count: number;
  readonly running: number;
  readonly troubled: number;
  readonly nodes: number;
}

export interface MachineFinding {
  readonly reason: string;
  readonly level: string;
  readonly message: string;
  readonly fix: string;
}

/** A virtual machine, what it runs on and boots from, and what is wrong. */
export interface MachineRow {
  /** `namespace/name` */
  readonly key: string;
  readonly architecture: string;
  /** `machine`, `bootSource` or `default`. */
  readonly decidedBy: string;
  readonly status: string;
  readonly bootSource: string;
  readonly bootSourceArchitecture: string;
  readonly nodes: number;
  readonly findings: readonly MachineFinding[];
}

/** Machines by architecture, and those that are told of one by one. */
export interface MachinesModel {
  readonly count: number;
  readonly architectures: readonly MachineNumbers[];
  readonly problems: readonly { readonly reason: string; readonly level: string; readonly count: number }[];
  readonly rows: readonly MachineRow[];
  /** How many were asked for; `rows` may be fewer. */
  readonly chosen: number;
  /** Why it could not be looked; `''`: it could. */
  readonly problem: string;
}

/** The machines, of what a page says. */
export function machinesModel(view: JsonValue): MachinesModel {
  return {
    count: numberAt(view, 'count') ?? 0,
    architectures: objectsAt(view, 'architectures').map(numbersOf),
    problems: objectsAt(view, 'problems').map((each) => ({
      reason: said(each, 'reason'),
      level: said(each, 'level'),
      count: numberAt(each, 'count') ?? 0,
    })),
    rows: objectsAt(view, 'machines').map(rowOf),
    chosen: numberAt(view, 'chosen') ?? 0,
    problem: said(view, 'problem', 'message'),
  };
}

function numbersOf(each: JsonObject): MachineNumbers {
  const at = (name: string) => numberAt(each, name) ?? 0;
  return {
    architecture: said(each, 'architecture'),
    count: at('count'),
    running: at('running'),
    troubled: at('troubled'),
    nodes: at('nodes'),
  };
}

function rowOf(machine: JsonObject): MachineRow {
  return {
    key: `${said(machine, 'namespace')}/${said(machine, 'name')}`,
    architecture: said(machine, 'architecture'),
    decidedBy: said(machine, 'decidedBy'),
    status: said(machine, 'status'),
    bootSource: said(machine, 'bootSource'),
    bootSourceArchitecture: said(machine, 'bootSourceArchitecture'),
    nodes: numberAt(machine, 'nodes') ?? 0,
    findings: objectsAt(machine, 'findings').map((finding) => ({
      reason: said(finding, 'reason'),
      level: said(finding, 'level'),
      message: said(finding, 'message'),
      fix: said(finding, 'fix'),
    })),
  };
}

/** What is asked for by the fields of the page; `''`: not chosen. */
export interface MachinesFilter {
  readonly namespace: string;
  readonly architecture: string;
  readonly reason: string;
  readonly all: boolean;
}

/** What to ask the console for; undefined: the page itself shows it. */
export function machinesQuestion(filter: MachinesFilter): JsonObject | undefined {
  const { namespace, architecture, reason, all } = filter;
  if (`${namespace}${architecture}${reason}` === '' && !all) return undefined;
  return { namespace, architecture, reason, all };
}

/** What asks for one machine by its key. */
export function machineQuestion(key: string): JsonObject {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}
