/**
 * Every colour of the page, in a light and a dark set. Text reaches 4.5 : 1, and borders of controls and bars of the
 * chart 3 : 1, on the surfaces that they are used on (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export const colors = `
:root {
  color-scheme: light dark;
  --paper: #f3f4f8; --surface: #ffffff; --sunken: #eceef5; --line: #d8dbe6; --line-strong: #747b94;
  --ink: #191d2e; --ink-soft: #4b5268;
  --accent: #34478f; --accent-strong: #25356f; --on-accent: #ffffff; --focus: #1257c4;
  --success: #17613a; --success-soft: #e3f3e9; --success-line: #9ccfb0;
  --warning: #6a4300; --warning-soft: #fff3d6; --warning-line: #dba63a;
  --danger: #9c2219; --danger-soft: #fdebe9; --danger-line: #e3a09a;
  --bar-minted: #3f56b5; --bar-foreign: #b45309; --bar-failed: #b3261e;
  --shadow: 0 1px 2px rgb(25 29 46 / 6%), 0 8px 24px rgb(25 29 46 / 6%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #10131c; --surface: #181c28; --sunken: #222737; --line: #2f3547; --line-strong: #838ca8;
    --ink: #e9ebf3; --ink-soft: #aeb5ca;
    --accent: #a9b8ff; --accent-strong: #c7d1ff; --on-accent: #10173a; --focus: #9cc6ff;
    --success: #8edba9; --success-soft: #12301e; --success-line: #2f6b47;
    --warning: #ffd88f; --warning-soft: #332707; --warning-line: #93701f;
    --danger: #ffb3a8; --danger-soft: #3a1714; --danger-line: #8a3f37;
    --bar-minted: #8b9ef5; --bar-foreign: #f0a04b; --bar-failed: #ff8a7d;
    --shadow: none;
  }
}
`;
