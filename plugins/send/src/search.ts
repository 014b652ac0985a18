import type { SendableToken } from './tokens.js'

/** Those whose name or symbol holds the text, or whose address is it; in their order. */
export function searchTokens(tokens: readonly SendableToken[], text: string): readonly SendableToken[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return tokens
  return tokens.filter(
    ({ name, symbol, address }) =>
      name.toLowerCase().includes(wanted) ||
      symbol.toLowerCase().includes(wanted) ||
      (wanted.length > 3 && address?.toLowerCase().startsWith(wanted)),
  )
}
