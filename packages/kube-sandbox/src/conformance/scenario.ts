import type { JsonValue } from '@archipelago/apimachinery';

/** A request of a scenario, as `vectors/api/README.md` defines it. */
export interface ScenarioRequest {
  readonly method?: string;
  readonly path: string;
  /** null removes a default header. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly auth?: string;
  readonly body?: JsonValue;
  readonly rawBody?: string;
  readonly bodyGenerator?: {
    readonly prefix: string;
    readonly repeat: string;
    readonly count: number;
    readonly suffix: string;
  };
}

export interface Expectation {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, JsonValue>>;
  readonly bodyKind?: string;
  readonly body?: JsonValue;
  readonly events?: readonly JsonValue[];
  readonly closed?: boolean;
}

export interface Step {
  readonly name?: string;
  readonly op: 'request' | 'poll' | 'watch-start' | 'watch-collect' | 'watch' | 'sleep' | 'hook';
  readonly request?: ScenarioRequest;
  readonly expect?: Expectation;
  readonly capture?: Readonly<Record<string, string>>;
  readonly pick?: readonly string[];
  readonly bodyMode?: string;
  readonly until?: {
    readonly status?: number;
    readonly path?: string;
    readonly equals?: JsonValue;
    readonly exists?: boolean;
  };
  readonly timeoutMs?: number;
  readonly quietMs?: number;
  readonly events?: number;
  readonly untilClose?: boolean;
  readonly keepBookmarks?: boolean;
  readonly keepOpen?: boolean;
  readonly id?: string;
  readonly ms?: number;
}

export interface Scenario {
  readonly name: string;
  readonly steps: readonly Step[];
  readonly fixtures?: readonly string[];
  readonly namespaces?: readonly string[];
}
