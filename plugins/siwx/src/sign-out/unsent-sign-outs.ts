import { type Context, readWith } from '@wallet-modal/kernel'

/** Storage key of the unconfirmed sign-outs. */
export const UNSENT_SIGN_OUTS = 'leaving'

const texts = readWith((value): readonly string[] => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw new Error('the stored sign-outs are not a list of strings')
})

/**
 * Sign-outs that the server has not confirmed, as patterns of account ids. They are stored, so that the next page load repeats a failed or
 * interrupted sign-out before any other request.
 */
export const unsentSignOuts = ({ storage }: Context): readonly string[] => storage.get(UNSENT_SIGN_OUTS, texts) ?? []

export function storeSignOuts({ storage }: Context, patterns: readonly string[]): void {
  if (patterns.length > 0) storage.set(UNSENT_SIGN_OUTS, [...new Set(patterns)])
  else storage.remove(UNSENT_SIGN_OUTS)
}
