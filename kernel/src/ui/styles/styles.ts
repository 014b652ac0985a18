import { controlStyles } from './styles-controls.js'
import { shellStyles } from './styles-shell.js'

const motion = `
@keyframes wm-fade{from{opacity:0}}
@keyframes wm-rise{from{transform:translateY(10px)}}
@keyframes wm-sheet{from{transform:translateY(48px)}}
@keyframes wm-slide{from{opacity:0;transform:translateX(var(--wm-from))}}
@keyframes wm-toast{from{opacity:0;transform:translateY(8px)}}
@keyframes wm-turn{to{transform:rotate(1turn)}}
@keyframes wm-run{to{stroke-dashoffset:-100}}
@media(prefers-reduced-motion:reduce){*,::before,::after,::backdrop{animation:none!important;transition:none!important}}
@media(forced-colors:active){.wm-card,.wm-button,.wm-item,.wm-toast,.wm-tag{border:1px solid}.wm-skeleton span{border:1px solid}}`

/** Styles of the first view, for one constructed style sheet: a strict CSP allows neither style elements nor style attributes. */
export const styles: string = (shellStyles + controlStyles + motion).replaceAll('\n', '')
