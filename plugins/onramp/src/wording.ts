import type { Translate } from '@wallet-modal/kernel'

/** A payment method in the visitor's language, or the provider's own word for it. */
export function methodText(id: string, t: Translate): string {
  const key = `method.${id.toLowerCase()}`
  const text = t(key)
  return text === key ? id.replaceAll('_', ' ') : text
}
