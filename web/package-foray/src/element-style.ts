/** Colours of <foray-board> can be set from outside: --foray-ink, --foray-paper, --foray-accent. */
export const elementStyle = `
:host { display: block; max-width: 30rem; color: var(--foray-ink, #1d232b); background: var(--foray-paper, transparent); font: 1rem/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
:host([data-theme="dark"]) { color: var(--foray-ink, #e8eaed); background: var(--foray-paper, #15191e); }
.board svg { display: block; width: 100%; height: auto; }
.bar { display: flex; gap: 0.25rem; margin-block: 0.5rem; }
button { font: inherit; min-width: 2.75rem; min-height: 2.75rem; padding: 0 0.6rem; color: inherit; background: none; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); border-radius: 0.4rem; cursor: pointer; }
button:focus-visible { outline: 3px solid var(--foray-accent, #2f7de1); outline-offset: 1px; }
button[aria-disabled="true"] { opacity: 0.45; cursor: default; }
button[aria-pressed="true"], button[aria-current] { background: var(--foray-accent, #1f5fb4); color: #fff; }
.bar button:last-child { margin-inline-start: auto; }
.says, .known p { margin: 0.25rem 0; font-variant-numeric: tabular-nums; }
.moves { display: flex; flex-wrap: wrap; gap: 0.25rem; margin: 0.5rem 0; padding: 0; list-style: none; max-height: 9rem; overflow-y: auto; }
.moves button { min-width: 2.5rem; min-height: 2rem; border-color: transparent; }
.known ol { margin: 0.25rem 0; padding-inline-start: 1.5rem; font-variant-numeric: tabular-nums; white-space: pre-wrap; }
`;
