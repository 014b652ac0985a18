/** How much of each end people compare. */
const ENDS = 4

/** Hex says the same in either case, other writings do not. */
const comparable = (address: string): string => {
  const [, hex] = /^(?:0x)?([\da-f]+)$/i.exec(address) ?? []
  return hex?.toLowerCase() ?? address
}

/**
 * Whether an address is another one than those that are known, but begins and ends like one of them: with such addresses people are led to
 * copy the wrong one out of their history.
 */
export function isLookAlike(address: string, known: readonly string[]): boolean {
  const own = comparable(address)
  const all = known.map(comparable)
  if (all.includes(own)) return false
  return all.some((one) => one.slice(0, ENDS) === own.slice(0, ENDS) && one.slice(-ENDS) === own.slice(-ENDS))
}
