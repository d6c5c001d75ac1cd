/** Between looks at objects that change one after the other, in milliseconds; at most a fifth of the time is spent planning. */
export const layeringPace = { pauseMs: 100, perPlanning: 5, longestPauseMs: 2_000 };
