import type { Translate } from '@wallet-modal/kernel'

/** Isolates a name or an amount from the text direction of the surrounding sentence. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** Text of a duration. Below 90 seconds: `45 s`. Otherwise in minutes, rounded up: `3 min`. */
export const timeText = (seconds: number, t: Translate): string =>
  seconds < 90
    ? t('terms.seconds', { count: String(seconds) })
    : t('terms.minutes', { count: String(Math.ceil(seconds / 60)) })
