import { useContext, useInsertionEffect } from 'react'
import { UiContext } from '../../react/dialog/ui-context.js'
import { addSheet } from '../../react/loading/prepare.js'

/** Styles of components that the first view does not use. */
export const deferredStyles = `
.wm-long{display:block;min-width:0;margin-bottom:-8px}
.wm-long>li{margin-bottom:8px}
.wm-long .wm-item{scroll-margin-block:96px 8px}
.wm-long .wm-item-text,.wm-long .wm-item-text>span{display:block}
.wm-long>[data-row] .wm-item-description{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wm-long .wm-item-description>.wm-amount{display:inline-block;max-width:100%;overflow:hidden;text-overflow:ellipsis;vertical-align:top}
.wm-pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(96px,1fr));gap:12px 8px;margin:0;padding:0;list-style:none}
.wm-picture{display:grid;align-content:start;gap:2px;min-width:0;font-size:12px;line-height:16px}
.wm-picture .wm-name{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere;text-align:-webkit-match-parent;text-align:match-parent}
.wm-picture-frame{position:relative;display:block;margin-bottom:4px}
.wm-picture-frame>.wm-mark{width:100%;height:auto;aspect-ratio:1;border-radius:calc(var(--wm-radius)*.667)}
.wm-picture-badge{position:absolute;inset-block-start:6px;inset-inline-end:6px;padding:0 6px;border-radius:9px;background:var(--wm-bg);color:var(--wm-text);font-weight:600}
.wm-list-heading{display:flex;align-items:end;height:32px;padding-bottom:2px}
.wm-side{display:grid;justify-items:end;gap:2px;flex:none;max-width:calc(100% - 148px);font-size:14px;line-height:18px}
.wm-side .wm-amount{max-width:100%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;font-weight:500}
.wm-ends{display:flex;width:0;min-width:100%;align-items:baseline;justify-content:space-between;gap:12px}
.wm-ends>*{flex:none;max-width:70%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wm-ends>:first-child{flex:1;min-width:0;max-width:none}
.wm-ends>.wm-amount{font-size:14px;line-height:18px;font-weight:500;color:var(--wm-text)}
.wm-uncopied{user-select:none;-webkit-user-select:none}
.wm-finder-top{position:sticky;top:0;z-index:1;margin:-2px -16px 0;padding:2px 16px 10px;background:var(--wm-bg)}
.wm-finder-top>.wm-list,.wm-finder-top>.wm-slot>*{margin-bottom:8px}
.wm-finder-found{min-height:min(477px,100vh - 195px)}
.wm-footer{position:sticky;bottom:0;z-index:1;margin:-4px -16px -16px;padding:4px 16px 16px;background:var(--wm-bg)}
.wm-footer::before{content:"";position:absolute;inset:-12px 0 100%;background:linear-gradient(to top,var(--wm-bg),transparent);pointer-events:none}
.wm-with-footer{scroll-padding-bottom:112px}
.wm-section{display:grid;gap:8px;min-width:0}
.wm-section-title{margin:0;padding-inline:4px;font-size:12px;line-height:16px;font-weight:600;color:var(--wm-muted)}
.wm-raised{padding:14px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface)}
.wm-raised :is(.wm-label,.wm-note,.wm-section-title){padding-inline:0}
.wm-camera{display:block;width:100%;aspect-ratio:1;object-fit:cover;border-radius:var(--wm-radius);background:var(--wm-surface)}
.wm-button-link{text-decoration:none}
.wm-qr{position:relative;width:100%;max-width:296px;margin:0 auto;border-radius:var(--wm-radius);background:#fff;box-shadow:0 0 0 1px var(--wm-ring);forced-color-adjust:none}
.wm-qr-empty{background:var(--wm-surface);box-shadow:none}
.wm-qr>svg{display:block;width:100%}
.wm-qr-mark{position:absolute;inset:0;width:fit-content;height:fit-content;margin:auto}
.wm-qr>svg>:is(path,rect){fill:none;stroke:#000;stroke-width:.9;stroke-linecap:round}
.wm-qr>svg>rect{stroke-width:1}
.wm-qr>svg>.wm-qr-eye{fill:#000;stroke:none;fill:color-mix(in srgb,var(--wm-accent) 45%,#000)}
.wm-field{display:grid;gap:6px}
.wm-label{padding-inline:4px;font-size:12px;line-height:16px;font-weight:600;color:var(--wm-muted)}
.wm-input{display:flex;align-items:center;gap:10px;min-height:48px;padding-inline:14px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface);box-shadow:inset 0 0 0 1px transparent;color:var(--wm-muted);transition:box-shadow .12s}
.wm-input:focus-within{box-shadow:inset 0 0 0 2px var(--wm-accent-text)}
.wm-invalid{box-shadow:inset 0 0 0 1px var(--wm-danger)}
.wm-input input{flex:1;min-width:0;min-height:44px;padding:0;border:0;outline:0;background:none;color:var(--wm-text);font-size:16px;text-align:-webkit-match-parent;text-align:match-parent}
.wm-input input::placeholder{color:var(--wm-muted);opacity:1}
.wm-input ::-webkit-search-cancel-button{display:none}
.wm-input>.wm-icon-button{margin-inline-end:-14px}
.wm-payload{margin:0;max-height:180px;padding:12px 14px;overflow:auto;overscroll-behavior:contain;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface);font:12px/18px var(--wm-mono);white-space:pre-wrap;overflow-wrap:anywhere}
.wm-note{padding-inline:4px;font-size:12px;line-height:16px}
.wm-note:not([class*=wm-tone-]){color:var(--wm-muted)}
.wm-note:empty{margin-top:-6px}
.wm-tabs{display:flex;gap:2px;padding:3px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface)}
.wm-tabs button{flex:1;min-height:38px;padding-inline:8px;border-radius:calc(var(--wm-radius)*.667 - 3px);color:var(--wm-muted);font-weight:500;text-align:center}
.wm-tabs [aria-selected=true]{background:var(--wm-bg);color:var(--wm-text);box-shadow:0 1px 2px var(--wm-ring)}
.wm-tiles{display:flex;flex-wrap:wrap;gap:8px}
.wm-tile{display:grid;justify-items:center;align-content:center;gap:4px;flex:1 1 0;min-width:min-content;max-width:100%;min-height:60px;padding:8px 4px;border-radius:calc(var(--wm-radius)*.667);background:var(--wm-surface);font-size:12px;line-height:16px;font-weight:600;text-align:center;overflow-wrap:break-word}
.wm-tile .wm-icon{color:var(--wm-accent-text)}
.wm-tile:disabled{opacity:.5}
.wm-small{width:32px;height:32px}
.wm-copy{display:inline-flex}
.wm-section .wm-copy .wm-quiet{margin-inline-start:-16px}
.wm-amount-line{display:flex;align-items:center;justify-content:space-between;gap:4px 12px;min-width:0}
.wm-amount-line+.wm-amount-line{flex-wrap:wrap;min-height:32px}
.wm-amount-line .wm-button{flex:none;min-height:32px;padding-block:4px;font-size:14px}
.wm-amount-input+*{max-width:56%}
.wm-amount-line .wm-button>span{min-width:0}
.wm-amount-line .wm-name{display:block;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.wm-amount-line .wm-secondary{min-height:40px;padding-inline:10px;background:var(--wm-bg)}
.wm-amount-line+.wm-amount-line .wm-quiet{margin-inline:4px -10px;padding-inline:10px}
.wm-amount-end{display:flex;align-items:center;margin-inline-start:auto;min-width:0}
.wm-amount-input{flex:1;min-width:0;width:100%;min-height:44px;padding:0;border:0;border-radius:4px;background:none;color:var(--wm-text);font-size:32px;line-height:40px;font-weight:600;font-variant-numeric:tabular-nums}
.wm-amount-long{font-size:20px}
.wm-amount-longer{flex-basis:100%;font-size:14px}
.wm-amount-line:has(>.wm-amount-longer){flex-wrap:wrap}
.wm-amount-longer+*{max-width:100%;margin-inline-start:auto}
.wm-amount-input::placeholder{color:var(--wm-muted);opacity:1}
:dir(rtl)>.wm-amount-input{text-align:end}
.wm-facts{display:grid;gap:12px;margin:0}
.wm-fact{display:flex;justify-content:space-between;align-items:baseline;gap:4px 12px;min-width:0}
.wm-fact:has(.wm-amount){flex-wrap:wrap}
.wm-fact>dd:has(.wm-amount){margin-inline-start:auto}
.wm-fact-long>dd:has(.wm-amount){margin-inline-start:0}
.wm-fact dt{flex:none;max-width:60%;overflow-wrap:anywhere;font-size:12px;line-height:16px;color:var(--wm-muted)}
.wm-fact dd{margin:0;min-width:0;overflow-wrap:anywhere;text-align:end}
.wm-fact-long{display:grid;justify-content:stretch}
.wm-fact-long dd{text-align:start}
.wm-fact dd .wm-text{text-align:inherit}
.wm-amount{font-variant-numeric:tabular-nums}
.wm-amount-group::before{content:","}
.wm-address,.wm-address-short{font-family:var(--wm-mono);font-variant-numeric:tabular-nums;font-variant-ligatures:none}
.wm-address-short{white-space:nowrap}
.wm-address{display:flex;flex-wrap:wrap;gap:2px 8px;font-size:14px}
.wm-items-center .wm-address,.wm-align-center .wm-address{justify-content:center;max-width:248px}
.wm-unblurred::backdrop{backdrop-filter:none}
@media(prefers-reduced-transparency:reduce){.wm-dialog::backdrop{backdrop-filter:none}}
@media(hover:hover){.wm-tabs button:hover{color:var(--wm-text)}.wm-tile:not(:disabled):hover{background:var(--wm-hover)}}
@media(forced-colors:active){.wm-input,.wm-amount-input,.wm-payload,.wm-qr-empty,.wm-tile,.wm-raised,.wm-tabs [aria-selected=true]{border:1px solid}.wm-section .wm-copy .wm-quiet{margin:0}.wm-amount-line+.wm-amount-line .wm-quiet{margin-inline-end:0}.wm-input:focus-within{outline:2px solid}}
@media(max-width:430px),(pointer:coarse){.wm-tabs button{min-height:44px}.wm-link,.wm-small{position:relative}.wm-link::after,.wm-small::after{content:"";position:absolute;inset:-10px 0}.wm-small::after{inset:-6px}.wm-amount-line .wm-quiet,.wm-amount-line .wm-secondary{min-height:44px}.wm-amount-line+.wm-amount-line .wm-quiet{margin-block:-6px}}
@media(max-height:420px){.wm-footer{position:static}.wm-with-footer{scroll-padding-bottom:0}}
@media(max-width:430px){.wm-finder-found{min-height:calc(100dvh - 202px)}}`.replaceAll('\n', '')

let sheet: CSSStyleSheet | undefined
const getSheet = (): CSSStyleSheet => {
  if (sheet) return sheet
  sheet = new CSSStyleSheet()
  sheet.replaceSync(deferredStyles)
  return sheet
}

/** Adds {@link deferredStyles} to the modal. Called by each component that these styles belong to. */
export function useDeferredStyles(): void {
  const ui = useContext(UiContext)
  useInsertionEffect(() => {
    if (ui) addSheet(ui, getSheet())
  }, [ui])
}
