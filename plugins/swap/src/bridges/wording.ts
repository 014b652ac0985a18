import type { Translate } from '@wallet-modal/kernel'

/** Keeps a name or an amount in its own direction within a sentence of any direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`

/** `45 s`, or `3 min` from 90 seconds on, rounded up. */
export const timeText = (seconds: number, t: Translate): string =>
  seconds < 90
    ? t('terms.seconds', { count: String(seconds) })
    : t('terms.minutes', { count: String(Math.ceil(seconds / 60)) })
