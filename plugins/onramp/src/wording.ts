import type { Translate } from '@wallet-modal/kernel'

/** Translated name of a payment method. Without a translation: the provider's id, with spaces instead of underscores. */
export function methodText(id: string, t: Translate): string {
  const key = `method.${id.toLowerCase()}`
  const text = t(key)
  return text === key ? id.replaceAll('_', ' ') : text
}
