import { inBoth } from './in-both.ts';

/** Nodes by architecture and role. */
export const nodesWords = inBoth(
  {
    title: (count: number) => (count === 1 ? '1 node' : `${count} nodes`),
    nodes: 'Nodes',
    table: 'Nodes by architecture and role',
    architecture: 'Architecture',
    none: 'none',
    ready: 'ready',
    away: (count: number) => `of which ${count} not ready`,
    cordoned: (count: number) => `${count} cordoned`,
    states: {
      usable: (count: number) => `${count} ready`,
      cordoned: (count: number) => `${count} ready but cordoned`,
      notReady: (count: number) => `${count} not ready`,
    },
    join: ', ',
  },
  {
    title: (count: number) => `ノード: ${count} 台`,
    nodes: 'ノード',
    table: 'アーキテクチャーとロールごとのノード',
    architecture: 'アーキテクチャー',
    none: 'なし',
    ready: '準備完了',
    away: (count: number) => `うち ${count} 台が準備未完了`,
    cordoned: (count: number) => `${count} 台がスケジュール停止中`,
    states: {
      usable: (count: number) => `${count} 台が準備完了`,
      cordoned: (count: number) => `${count} 台が準備完了（スケジュール停止中）`,
      notReady: (count: number) => `${count} 台が準備未完了`,
    },
    join: '、',
  },
);
