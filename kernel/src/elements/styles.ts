/** Styles of a button. The page can style it with `::part(button)`, `::part(mark)`, and the `--wm-*` properties. */
export const elementStyles = `
:host{display:inline-block;pointer-events:auto}
:host([hidden]){display:none}
button{display:inline-flex;align-items:center;justify-content:center;gap:8px;min-height:44px;max-width:100%;margin:0;padding:10px 18px;border:0;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-accent);color:var(--wm-on-accent);font:600 14px/20px var(--wm-font);text-align:center;cursor:pointer;touch-action:manipulation;transition:background .12s}
button:hover{background:color-mix(in srgb,var(--wm-accent) 92%,var(--wm-text))}
button.quiet{padding-inline:12px 16px;background:var(--wm-surface);color:var(--wm-text)}
button.quiet:hover{background:var(--wm-hover)}
button:disabled{background:var(--wm-surface);color:var(--wm-muted);cursor:default}
button[aria-busy=true]{cursor:progress}
:focus-visible{outline:2px solid var(--wm-accent-text);outline-offset:2px}
img{display:block;flex:none;width:24px;height:24px;border-radius:26%;object-fit:cover}
bdi{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.address{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.amount{font-variant-numeric:tabular-nums}
button[hidden],.amount:empty{display:none}
.warning{color:var(--wm-warning)}
@media(prefers-reduced-motion:reduce){*{transition:none}}
@media(forced-colors:active){button{border:1px solid}}`
