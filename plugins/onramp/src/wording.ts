import type { Translate } from '@wallet-modal/kernel'

/** Translated name of a payment method, or the provider's own name. */
export function methodText(id: string, t: Translate): string {
  const key = `method.${id.toLowerCase()}`
  const text = t(key)
  return text === key ? id.replaceAll('_', ' ') : text
}
