/** Style sheet of the sandbox's pages. Served as a separate file, because the pages' Content-Security-Policy forbids inline styles. */
export const stylesheet = `
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 16%, transparent); --soft: color-mix(in srgb, currentColor 68%, transparent); }
* { box-sizing: border-box; margin: 0; }
body { font: 15px/1.6 system-ui, sans-serif; padding: 48px 20px; }
main { max-width: 720px; margin: 0 auto; display: grid; gap: 36px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; }
h2 { font-size: 13px; font-weight: 600; text-transform: uppercase; letter-spacing: 0.06em; color: var(--soft); margin-bottom: 10px; }
h3 { font-size: 16px; }
p { color: var(--soft); }
code { font: 13px/1.6 ui-monospace, monospace; overflow-wrap: anywhere; }
ul, ol { padding: 0; list-style: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 12px; }
.cards li { border: 1px solid var(--line); border-radius: 14px; padding: 16px; }
.cards img { display: block; border-radius: 10px; margin-bottom: 10px; }
.reason { color: light-dark(#a12622, #ff8f88); }
.addresses { list-style: decimal; padding-left: 32px; margin-top: 10px; }
.links { display: grid; gap: 6px; }
.checkout { max-width: 420px; gap: 24px; }
.checkout dl { display: grid; gap: 10px; margin: 0; border: 1px solid var(--line); border-radius: 14px; padding: 16px; }
.checkout dl div { display: flex; justify-content: space-between; gap: 16px; }
.checkout dt { color: var(--soft); flex: none; }
.checkout dd { margin: 0; text-align: end; font-weight: 600; }
.checkout form { display: grid; gap: 12px; }
.checkout label { display: grid; gap: 6px; }
.checkout input, .checkout button { font: inherit; padding: 12px 16px; border: 1px solid var(--line); border-radius: 12px; background: transparent; color: inherit; }
.checkout button { background: #3b5bdb; color: #fff; font-weight: 600; cursor: pointer; flex: 2; }
.checkout .quiet { background: transparent; color: inherit; flex: 1; }
.checkout .buttons { display: flex; gap: 10px; }
a { color: inherit; font-weight: 600; text-underline-offset: 3px; }
a:focus-visible { outline: 2px solid; outline-offset: 3px; border-radius: 3px; }
`
