/** What every address of a family begins with says nothing about whose it is. */
const common = /^(0x|(bc|tb|bcrt)1[qp])/i
/** How many characters people compare, at either end. */
const ENDS = 4

/** Addresses with the same ends look the same to a reader. Empty for what is too short to have two ends. */
export function addressEnds(address: string): string {
  const own = address.replace(common, '').toLowerCase()
  return own.length > 2 * ENDS ? own.slice(0, ENDS) + own.slice(-ENDS) : ''
}

/** Hexadecimal and bech32 mean the same in either case; base58 does not. */
const anyCase = /^(0x|(bc|tb|bcrt)1|[\da-f]+$)/i
const canonical = (address: string): string =>
  anyCase.test(address) ? address.toLowerCase().replace(/^0x/, '') : address

/** Whether both are one address, however they are written. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

/**
 * Whether an address shares its first and last four characters with a known one without being it: whoever plants such addresses in a history
 * hopes that they are copied. The prefix of a family (`0x`, `bc1q`) does not count as characters.
 */
export function isLookAlike(address: string, known: Iterable<string>): boolean {
  const ends = addressEnds(address)
  let isAlike = false
  for (const one of ends ? known : []) {
    if (isSameAddress(one, address)) return false
    isAlike ||= addressEnds(one) === ends
  }
  return isAlike
}
