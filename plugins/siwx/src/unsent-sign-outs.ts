import { type Context, readWith } from '@wallet-modal/kernel'

export const LEAVING = 'leaving'

const texts = readWith((value): readonly string[] => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw new Error('texts are missing')
})

/**
 * Sign-outs that the server has not confirmed, as prefixes of account ids. They are stored, so that the next page load repeats a failed or
 * interrupted sign-out before any other request.
 */
export const unsentSignOuts = ({ storage }: Context): readonly string[] => storage.get(LEAVING, texts) ?? []

export function storeSignOuts({ storage }: Context, starts: readonly string[]): void {
  if (starts.length > 0) storage.set(LEAVING, [...new Set(starts)])
  else storage.remove(LEAVING)
}
