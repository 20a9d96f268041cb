/** How bare elements look, before any class. */
export const base = `
*, *::before, *::after { box-sizing: border-box; }
html {
  font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "PingFang SC",
    "Hiragino Sans GB", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif;
  font-size: 100%;
  line-height: 1.55;
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}
html:lang(zh) { line-height: 1.7; }
body {
  margin: 0;
  min-height: 100vh;
  display: flex;
  flex-direction: column;
  background: var(--paper);
  color: var(--ink);
  overflow-wrap: anywhere;
}
h1, h2, h3, p, ul, dl, dd, pre, table { margin: 0; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.6vw, 2rem); line-height: 1.22; letter-spacing: -0.015em; font-weight: 680; text-wrap: balance; }
h2 { font-size: 1.0625rem; line-height: 1.4; font-weight: 640; }
h3 { font-size: 1rem; line-height: 1.4; font-weight: 640; }
:lang(zh) h1, h1:lang(zh) { letter-spacing: 0; line-height: 1.35; }
p, li, dd { text-wrap: pretty; }
ul { padding: 0; list-style: none; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 0.08em; }
a:hover { color: var(--accent-strong); text-decoration-thickness: 0.14em; }
code, pre, kbd {
  font-family: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", Menlo, Consolas, "Liberation Mono",
    "Noto Sans Mono CJK SC", monospace;
  font-size: 0.925em;
}
code { padding: 0.1em 0.35em; border-radius: 0.3rem; background: var(--sunken); }
pre { padding: 1rem; border-radius: 0.5rem; background: var(--sunken); overflow-x: auto; overflow-wrap: normal; line-height: 1.5; }
pre code { padding: 0; background: none; }
table { width: 100%; border-collapse: collapse; text-align: start; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th { font-weight: 640; }
input, button, select, textarea { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 0.25rem; }
main:focus { outline: none; }
[hidden] { display: none !important; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; border: 0;
}
@media (prefers-reduced-motion: no-preference) {
  a, button, input, summary { transition: background-color 120ms ease, border-color 120ms ease, color 120ms ease; }
}
`;
