/** Styles of the dialog, its card, header and toasts. `div.wm-body` is the scrollable box of the card; a paragraph `p.wm-body` is a `Text`. */
export const shellStyles = `
:host{all:initial;display:block!important;visibility:visible!important;position:absolute;pointer-events:auto;--wm-mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
*,::before,::after{box-sizing:border-box}
.wm-dialog,.wm-outside{font:400 14px/20px var(--wm-font);color:var(--wm-text);letter-spacing:normal;text-align:start;text-transform:none;text-indent:0;word-spacing:normal;white-space:normal;cursor:default;-webkit-tap-highlight-color:transparent;-webkit-font-smoothing:antialiased;-webkit-text-size-adjust:100%}
.wm-dialog{position:fixed;inset:0;z-index:var(--wm-z);width:100%;height:100%;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;border:0;background:none;outline:0;overflow:hidden;overscroll-behavior:contain;touch-action:pinch-zoom}
.wm-dialog[open]{display:grid;place-items:center}
.wm-dialog::backdrop{background:var(--wm-overlay,#0006);backdrop-filter:blur(3px);animation:wm-fade .15s ease-out}
.wm-stage{display:contents}
.wm-warm-up{position:fixed;inset:0;visibility:hidden;contain:strict;font:400 14px/20px var(--wm-font)}
.wm-persistent{position:absolute;top:0;left:0;z-index:1}
.wm-card{position:relative;display:flex;flex-direction:column;width:min(var(--wm-width),100vw - 32px);max-height:min(640px,100dvh - 32px);background:var(--wm-bg);border-radius:var(--wm-radius);box-shadow:0 0 0 1px var(--wm-ring),0 24px 64px -12px var(--wm-shadow);overflow:hidden;outline:0;animation:wm-rise .15s ease-out}
.wm-header{display:grid;grid-template-columns:44px minmax(0,1fr) 44px;align-items:center;gap:4px;padding:10px;flex:none}
.wm-title{margin:10px 0;font-size:16px;line-height:24px;font-weight:600;text-align:center;overflow-wrap:anywhere;text-wrap:balance}
div.wm-body{overflow:hidden auto;overscroll-behavior:contain;touch-action:pan-y pinch-zoom;scrollbar-width:thin;scrollbar-color:var(--wm-line) transparent}
.wm-content{padding:2px 16px 16px}
.wm-slot{display:contents}
.wm-from-end{--wm-from:12px;animation:wm-slide .15s ease-out}
.wm-from-start{--wm-from:-12px;animation:wm-slide .15s ease-out}
.wm-dialog:dir(rtl) .wm-from-end{--wm-from:-12px}
.wm-dialog:dir(rtl) .wm-from-start{--wm-from:12px}
.wm-hidden{position:absolute;width:1px;height:1px;margin:-1px;padding:0;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.wm-toasts{position:fixed;inset-inline:0;bottom:24px;bottom:calc(24px + env(safe-area-inset-bottom));z-index:var(--wm-z);display:grid;justify-items:center;padding-inline:16px;pointer-events:none}
.wm-toast{display:flex;align-items:center;gap:10px;min-width:min(300px,100vw - 32px);max-width:min(560px,100vw - 32px);padding:14px 18px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-bg);box-shadow:0 0 0 1px var(--wm-ring),0 12px 32px -8px var(--wm-shadow);font-weight:500;overflow-wrap:anywhere;pointer-events:auto;cursor:pointer;animation:wm-toast .15s ease-out}
.wm-toast-success>.wm-icon{color:var(--wm-success)}
.wm-toast-error>.wm-icon{color:var(--wm-danger)}
.wm-dialog .wm-toasts{inset-block:8px auto}
@media(max-width:430px){
.wm-dialog[open]{place-items:end stretch}
.wm-card{width:100%;max-height:calc(100dvh - 32px);border-end-start-radius:0;border-end-end-radius:0;padding-bottom:env(safe-area-inset-bottom);transform:translateY(var(--wm-drag,0));animation-name:wm-sheet}
.wm-header{padding-top:18px;touch-action:pinch-zoom;cursor:grab}
.wm-header::before{content:"";position:absolute;top:8px;left:calc(50% - 18px);width:36px;height:4px;border-radius:2px;background:var(--wm-line)}
}`
