/** Bare elements, and the frame around every page. */
export const frame = `
*, *::before, *::after { box-sizing: border-box; }
html {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "PingFang SC",
    "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
  line-height: 1.55; -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
}
html:lang(zh) { line-height: 1.7; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; }
h1, h2, h3, p, dl, dd, ul, figure, table { margin: 0; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2rem); line-height: 1.25; letter-spacing: -0.015em; }
:lang(zh) h1, h1:lang(zh) { letter-spacing: 0; }
h2 { font-size: 1.1875rem; line-height: 1.4; }
h3 { font-size: 1.0625rem; line-height: 1.4; }
ul { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: 0.18em; }
a:hover { color: var(--accent-strong); }
code {
  font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", Menlo, Consolas, "Liberation Mono", monospace;
  font-size: 0.925em;
}
input, button { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
main:focus { outline: none; }
.skip-link {
  position: absolute; inset-inline-start: 0.75rem; inset-block-start: -6rem; z-index: 1; padding: 0.625rem 1rem;
  border-radius: 0.5rem; background: var(--accent); color: var(--on-accent);
}
.skip-link:hover { color: var(--on-accent); }
.skip-link:focus { inset-block-start: 0.75rem; }
.header { background: var(--surface); border-bottom: 1px solid var(--line); }
.header-inner {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.25rem; max-width: 76rem; margin: 0 auto;
  padding: 0.625rem clamp(1rem, 4vw, 1.5rem); min-height: 3.75rem;
}
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.5rem; margin-inline-end: auto; color: var(--ink); font-weight: 660; text-decoration: none; }
.brand:hover { color: var(--accent-strong); }
.languages { display: flex; gap: 0.25rem; margin-inline: -0.5rem; }
.languages a { padding: 0.25rem 0.5rem; color: var(--ink-soft); font-size: 0.875rem; text-decoration: none; white-space: nowrap; }
.languages a:hover { color: var(--ink); }
.languages a[aria-current] { color: var(--ink); font-weight: 640; text-decoration: underline; text-decoration-thickness: 2px; text-decoration-color: var(--accent); text-underline-offset: 0.35em; }
main { flex: 1; width: 100%; max-width: 76rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 2.5rem) clamp(1rem, 4vw, 1.5rem) 3rem; }
.footer { width: 100%; padding: 1.25rem; color: var(--ink-soft); font-size: 0.875rem; text-align: center; }
`;
