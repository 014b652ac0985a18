import { type Context, readWith } from '@wallet-modal/kernel'

export const LEAVING = 'leaving'

const texts = readWith((value): readonly string[] => {
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw new Error('texts are missing')
})

/**
 * Sign-outs that the server has not confirmed, as the beginnings of account ids. They are kept, so that what a server does not hear, or a page that
 * is left does not get to say, is said by the next page before anything else.
 */
export const owedOf = ({ storage }: Context): readonly string[] => storage.get(LEAVING, texts) ?? []

export function owe({ storage }: Context, starts: readonly string[]): void {
  if (starts.length > 0) storage.set(LEAVING, [...new Set(starts)])
  else storage.remove(LEAVING)
}
