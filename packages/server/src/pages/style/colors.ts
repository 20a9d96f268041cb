/**
 * Every colour of the pages, in a light and a dark set. Text colours reach 4.5 : 1 and borders of controls 3 : 1 on the
 * surfaces that they are used on (WCAG 2.2, 1.4.3 and 1.4.11).
 */
export const colors = `
:root {
  color-scheme: light dark;
  --paper: #f2f5f6;
  --surface: #ffffff;
  --sunken: #edf2f3;
  --ink: #14242b;
  --ink-soft: #475961;
  --line: #d7e0e3;
  --line-strong: #71848c;
  --accent: #0b5d66;
  --accent-strong: #07474e;
  --accent-soft: #e1f0f1;
  --on-accent: #ffffff;
  --success: #17613a;
  --success-soft: #e3f3e9;
  --success-line: #9ccfb0;
  --warning: #6a4300;
  --warning-soft: #fff3d6;
  --warning-line: #dba63a;
  --danger: #9c2219;
  --danger-strong: #7c1810;
  --danger-soft: #fdebe9;
  --danger-line: #e3a09a;
  --on-danger: #ffffff;
  --focus: #1257c4;
  --shadow: 0 1px 2px rgb(20 36 43 / 6%), 0 8px 24px rgb(20 36 43 / 6%);
  --tint-0: #0b5d66; --tint-1: #3a4f9c; --tint-2: #76407f;
  --tint-3: #8a4322; --tint-4: #3d6324; --tint-5: #4c5560;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1619;
    --surface: #162125;
    --sunken: #1e2b30;
    --ink: #e8eff1;
    --ink-soft: #a9bac1;
    --line: #2c3a40;
    --line-strong: #7a8e96;
    --accent: #7fd1d8;
    --accent-strong: #a8e2e7;
    --accent-soft: #173539;
    --on-accent: #052a2e;
    --success: #8edba9;
    --success-soft: #12301e;
    --success-line: #2f6b47;
    --warning: #ffd88f;
    --warning-soft: #332707;
    --warning-line: #93701f;
    --danger: #ffb3a8;
    --danger-strong: #ffcbc3;
    --danger-soft: #3a1714;
    --danger-line: #8a3f37;
    --on-danger: #3d0905;
    --focus: #9cc6ff;
    --shadow: none;
  }
}
`;
