/** Prefix of all addresses of a family, which does not distinguish them. */
const common = /^(0x|(bc|tb|bcrt)1[qp])/i
/** Number of characters that people compare at each end. */
const ENDS = 4

/** Key of an address by its ends: addresses with the same key look the same. Empty for addresses that are too short. */
export function addressEnds(address: string): string {
  const own = address.replace(common, '').toLowerCase()
  return own.length > 2 * ENDS ? own.slice(0, ENDS) + own.slice(-ENDS) : ''
}

/** Hexadecimal and bech32 are case-insensitive; base58 is not. */
const anyCase = /^(0x|(bc|tb|bcrt)1|[\da-f]+$)/i
const canonical = (address: string): string =>
  anyCase.test(address) ? address.toLowerCase().replace(/^0x/, '') : address

/** Whether two texts are the same address in different forms. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

/**
 * Whether an address has the same first and last four characters as a known one, but differs (address poisoning: such addresses are planted in the
 * history so that they are copied). The prefix of a family (`0x`, `bc1q`) is not counted.
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
