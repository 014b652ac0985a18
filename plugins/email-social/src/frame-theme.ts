import type { Context } from '@wallet-modal/kernel'
import type { RequestPayload } from './frame-messages.js'

/** Current colour mode, accent colour and language of the modal. */
export function themeOf(ctx: Context): RequestPayload<'SYNC_THEME'> {
  const mode = ctx.site.theme.peek()
  const isDark = mode === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : mode === 'dark'
  const host = document.querySelector('[data-wallet-modal]')
  const accent = host ? getComputedStyle(host).getPropertyValue('--wm-accent').trim() : ''
  return {
    themeMode: isDark ? 'dark' : 'light',
    locale: ctx.site.locale.peek(),
    ...(/^#[\da-f]{6}$/i.test(accent) && { accent }),
  }
}

/** Calls `sync` when the colour mode changes, so that a displayed frame changes together with the modal. */
export function followTheme(ctx: Context, sync: () => void): void {
  let last = ctx.site.theme.peek()
  ctx.effect(() => {
    const next = ctx.site.theme.value
    if (next !== last) queueMicrotask(sync) // after the modal has set its colours, which `themeOf` reads
    last = next
  })
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', sync, { signal: ctx.abortSignal })
}
