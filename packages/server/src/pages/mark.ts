/** The platform's mark, an answer sheet with a tick on it, as an SVG file. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="8" fill="#0b5d66"/>
<path d="M9 9.5h14M9 15h6" stroke="#bfe3e6" stroke-width="2.5" stroke-linecap="round"/>
<path d="m12 20.5 4 4 8-9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
