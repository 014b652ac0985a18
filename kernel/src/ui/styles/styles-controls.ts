/** Styles of controls. Font sizes: 12, 14, 16 and 22 px. */
export const controlStyles = `
button,input{font:inherit;color:inherit;letter-spacing:inherit}
button{margin:0;padding:0;border:0;background:none;text-align:inherit;cursor:pointer;touch-action:manipulation}
button:disabled{cursor:default}
p{margin:0}
:focus-visible{outline:2px solid var(--wm-accent-text);outline-offset:2px}
.wm-card:focus-visible{outline:0}
.wm-icon{flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
:dir(rtl)>.wm-flip{transform:scaleX(-1)}
.wm-icon-button{display:grid;place-items:center;flex:none;width:44px;height:44px;border-radius:calc(var(--wm-radius)*.5);color:var(--wm-muted);transition:background .12s,color .12s}
.wm-icon-button:active{background:var(--wm-hover)}
.wm-button{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:48px;padding:10px 18px;border-radius:calc(var(--wm-radius)*.667);font-weight:600;text-align:center;transition:background .12s,filter .12s}
.wm-compact{width:auto;min-height:44px;padding:8px 16px;align-self:center;justify-self:center}
.wm-primary{background:var(--wm-accent);color:var(--wm-on-accent)}
.wm-secondary{background:var(--wm-surface)}
.wm-quiet{color:var(--wm-accent-text)}
.wm-button:disabled,.wm-button.wm-inactive{cursor:default;background:var(--wm-surface);color:var(--wm-muted)}
.wm-loading{cursor:progress}
.wm-spinner{flex:none;width:18px;height:18px;border:2px solid;border-inline-end-color:transparent;border-radius:50%;animation:wm-turn .8s linear infinite}
.wm-list{display:grid;gap:8px;margin:0;padding:0;list-style:none}
.wm-pair{display:flex;align-items:center;gap:4px}
.wm-item{display:flex;align-items:center;gap:12px;width:100%;min-height:56px;padding:8px;padding-inline-end:14px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface);color:inherit;text-decoration:none;transition:background .12s}
.wm-item:disabled,.wm-off{background:none;box-shadow:inset 0 0 0 1px var(--wm-line);color:var(--wm-muted)}
.wm-item:disabled .wm-mark,.wm-off .wm-mark{filter:grayscale(1);opacity:.6}
.wm-item>.wm-icon{color:var(--wm-muted)}
.wm-item-leading{display:grid;place-items:center;flex:none;min-width:40px;min-height:40px}
.wm-item-text{display:grid;flex:1;min-width:0}
.wm-item-label{font-size:16px;line-height:22px;font-weight:500;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wm-item-description{font-size:12px;line-height:16px;color:var(--wm-muted);overflow-wrap:anywhere}
.wm-mark{display:block;flex:none;border-radius:26%;object-fit:cover;background:var(--wm-surface)}
.wm-round{border-radius:50%}
.wm-mark text{font-family:var(--wm-font)}
.wm-tag{flex:none;width:fit-content;height:fit-content;padding:2px 8px;border-radius:99px;background:color-mix(in srgb,currentColor 10%,var(--wm-bg));font-size:12px;line-height:16px;font-weight:600;color:var(--wm-muted);display:inline-block}
.wm-tag::first-letter{text-transform:uppercase}
.wm-caption{font-size:12px;line-height:16px}
.wm-strong{font-size:16px;line-height:22px;font-weight:600}
p.wm-title{margin:0;font-size:22px;line-height:28px;font-weight:650}
.wm-text{overflow-wrap:anywhere;text-align:start}
.wm-align-center{text-align:center;text-wrap:pretty}
.wm-tone-muted,.wm-muted{color:var(--wm-muted)}
.wm-tone-accent{color:var(--wm-accent-text)}
.wm-tone-danger{color:var(--wm-danger)}
.wm-tone-success{color:var(--wm-success)}
.wm-tone-warning{color:var(--wm-warning)}
.wm-stack{display:flex;flex-direction:column;min-width:0}
.wm-row{flex-direction:row}
.wm-row>*{flex:1}
.wm-row>.wm-icon,.wm-row>.wm-mark,.wm-row>.wm-tag,.wm-row>.wm-icon-button{flex:none}
.wm-items-center{align-items:center}
.wm-items-center.wm-row{flex-wrap:wrap;justify-content:center}
.wm-items-center.wm-row>*{flex:none}
.wm-gap-1{gap:4px}.wm-gap-2{gap:8px}.wm-gap-3{gap:12px}.wm-gap-4{gap:16px}.wm-gap-6{gap:24px}
.wm-skeleton{display:grid;gap:8px;animation:wm-fade .15s .1s backwards}
.wm-skeleton span{height:56px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface)}
.wm-skeleton-text span{width:140px;height:28px;margin:auto}
.wm-ring{position:relative;display:grid;place-items:center;width:92px;height:92px;margin:8px auto}
.wm-ring svg:last-child{position:absolute;inset:0;fill:none;stroke-width:3;stroke-linecap:round}
.wm-ring rect{stroke:var(--wm-line)}
.wm-ring svg:first-child rect{stroke:none}
.wm-ring .wm-ring-line{stroke:var(--wm-accent-text);stroke-dasharray:28 72;animation:wm-run 1.4s linear infinite}
.wm-ring-done .wm-ring-line{stroke:var(--wm-success);stroke-dasharray:none;animation:none}
.wm-ring-failed .wm-ring-line{stroke:var(--wm-warning);stroke-dasharray:none;animation:none}
.wm-ring-idle .wm-ring-line{stroke:none;animation:none}
.wm-state{display:grid;justify-items:center;gap:6px;padding:24px 12px;text-align:center;text-wrap:balance}
.wm-state-icon{display:grid;place-items:center;width:48px;height:48px;margin-bottom:6px;border-radius:50%;background:var(--wm-surface);color:var(--wm-muted)}
.wm-state.wm-tone-danger{color:inherit}
.wm-tone-danger>.wm-state-icon{color:var(--wm-danger)}
.wm-state>.wm-button{margin-top:8px}
.wm-check{display:flex;align-items:center;gap:10px;min-height:44px;padding-inline:4px;font-size:12px;line-height:16px;color:var(--wm-muted);cursor:pointer}
.wm-check input{flex:none;width:24px;height:24px;margin:0;accent-color:var(--wm-accent)}
.wm-link{display:inline-flex;align-items:center;gap:4px;min-height:24px;color:var(--wm-accent-text);font-weight:500;text-decoration:none}
.wm-item-label>.wm-name{display:block;overflow:hidden;text-overflow:ellipsis;text-align:-webkit-match-parent;text-align:match-parent}
@media(hover:hover){
.wm-icon-button:hover{background:var(--wm-surface);color:var(--wm-text)}
.wm-primary:enabled:not(.wm-inactive):hover{background:color-mix(in srgb,var(--wm-accent) 92%,var(--wm-text))}
.wm-secondary:enabled:hover,.wm-quiet:enabled:hover{background:var(--wm-hover)}
a.wm-item:hover,button.wm-item:enabled:hover{background:var(--wm-hover)}
.wm-link:hover{text-decoration:underline}
}`
