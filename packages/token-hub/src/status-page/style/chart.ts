/** The chart of renewals: bars in an image that stretches, words around it that do not. */
export const chart = `
.chart { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 0.625rem; color: var(--ink-soft); font-size: 0.8125rem; line-height: 1.2; }
.chart-scale { display: flex; flex-direction: column; justify-content: space-between; text-align: end; font-variant-numeric: tabular-nums; }
.chart svg { display: block; width: 100%; height: 11rem; border-bottom: 1px solid var(--line-strong); }
.chart-hours { grid-column: 2; display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
.chart-grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
.bar-minted { fill: var(--bar-minted); } .bar-foreign { fill: var(--bar-foreign); } .bar-failed { fill: var(--bar-failed); }
.legend { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; margin-block-start: 0.75rem; font-size: 0.9375rem; }
.legend li { display: flex; align-items: center; gap: 0.5rem; }
.legend svg { width: 0.875rem; height: 0.875rem; }
`;
