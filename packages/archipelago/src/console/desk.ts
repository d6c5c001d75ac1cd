import type { Clock, JsonObject } from '@archipelago/apimachinery';
import { type ChangeFeed, createChangeFeed } from './changes/change-feed.ts';
import type { createGate } from './changes/create-gate.ts';
import type { PageDocument } from './changes/page-document.ts';

/** Looks at what a page shows; `before`: what was seen last. Never rejects for what may happen to a cluster. */
export type LookAtPage = (before: PageDocument | undefined) => Promise<PageDocument>;

/** Something that a page asks for with a body: a plan, a change. */
export interface Ask {
  /** What a body must be, for who sent another: `{"patch": …}`. */
  readonly wants: string;
  /** Whether a body is of that shape. */
  readonly fits: (body: JsonObject) => boolean;
  /** Answers one that is. Never rejects for what may happen to a cluster. */
  readonly answer: (body: JsonObject) => Promise<JsonObject>;
}

/** What can be seen and asked for with one login. */
export interface Views {
  readonly pages: ReadonlyMap<string, LookAtPage>;
  /** By name: `plan` is asked for by `POST /api/plan`. */
  readonly asks: ReadonlyMap<string, Ask>;
}

/** The views of one login, with what of them is being followed. */
export interface Desk extends Views {
  readonly feeds: ReadonlyMap<string, ChangeFeed>;
}

interface DeskMeans {
  readonly clock: Clock;
  /** Other than that of every other desk. */
  readonly run: string;
  readonly onBug: (error: unknown) => void;
  readonly gates: Gates;
}

/** Of all desks of a console: who looks at a large cluster, or asks something of it, takes memory. */
export interface Gates {
  readonly looks: ReturnType<typeof createGate>;
  readonly asks: ReturnType<typeof createGate>;
}

const pauseMs = 2_000;

/** A desk at which nobody sits yet: nothing is looked at. */
export function createDesk({ pages: given, asks: askable }: Views, { gates, ...means }: DeskMeans): Desk {
  const pages = new Map(
    [...given].map(([name, look]): [string, LookAtPage] => [
      name,
      (before) => gates.looks(() => look(before)),
    ]),
  );
  const feeds = [...pages].map(
    ([name, look]) => [name, createChangeFeed({ look, pauseMs, ...means })] as const,
  );
  const asks = new Map(
    [...askable].map(([name, ask]): [string, Ask] => [
      name,
      { ...ask, answer: (body) => gates.asks(() => ask.answer(body)) },
    ]),
  );
  return { pages, asks, feeds: new Map(feeds) };
}
