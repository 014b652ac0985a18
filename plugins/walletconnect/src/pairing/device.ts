import type { Device } from '../links/links.js'

/** Properties of the device that shows the page. */
export function readDevice(): Device {
  const { userAgent, maxTouchPoints } = navigator
  const isIos = /iphone|ipod|ipad/i.test(userAgent) || (/macintosh/i.test(userAgent) && maxTouchPoints > 1)
  const isAndroid = /android/i.test(userAgent)
  return {
    isIos,
    isAndroid,
    isPhone: isIos || isAndroid || matchMedia('(pointer: coarse) and (max-width: 430px)').matches,
    isTelegram: 'TelegramWebviewProxy' in window || 'Telegram' in window,
    isFramed: window.top !== window.self,
  }
}
