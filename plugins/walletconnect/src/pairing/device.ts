import type { Device } from '../deep-links/deep-links.js'

/** Whether the page is in Telegram. On other pages, Telegram's scripts (login widget, Mini Apps) set `window.Telegram` too. */
function isInTelegram(): boolean {
  const { platform }: { readonly platform?: unknown } = Object(Object(Reflect.get(window, 'Telegram')).WebApp)
  return 'TelegramWebviewProxy' in window || (typeof platform === 'string' && platform !== 'unknown')
}

/** Properties of the device that shows the page. */
export function readDevice(): Device {
  const { userAgent, maxTouchPoints } = navigator
  const isIos = /iphone|ipod|ipad/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  const isAndroid = /android/i.test(userAgent)
  return {
    isIos,
    isAndroid,
    isPhone: isIos || isAndroid || matchMedia('(pointer: coarse) and (max-width: 430px)').matches,
    isTelegram: isInTelegram(),
    isFramed: window.top !== window.self,
  }
}
