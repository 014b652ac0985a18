/** Address prefixes that do not distinguish addresses: `0x` on EVM chains, `bc1q` and similar on Bitcoin. */
const familyPrefix = /^(0x|(bc|tb|bcrt)1[qp])/i
/** Number of characters that people compare at each end of an address. */
const END_LENGTH = 4

/** First and last four characters of an address after its prefix (`0x`, `bc1q`), in lower case. Empty for eight or fewer characters. */
export function addressEnds(address: string): string {
  const distinct = address.replace(familyPrefix, '').toLowerCase()
  return distinct.length > 2 * END_LENGTH ? distinct.slice(0, END_LENGTH) + distinct.slice(-END_LENGTH) : ''
}

/** Case-insensitive formats: hexadecimal and bech32. */
const caseInsensitive = /^(0x|(bc|tb|bcrt)1|[\da-f]+$)/i
const canonical = (address: string): string =>
  caseInsensitive.test(address) ? address.toLowerCase().replace(/^0x/, '') : address

/** Whether two texts are the same address, possibly in different forms. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

/** Whether two CAIP-19 ids are equal. Compares their addresses with {@link isSameAddress}. */
export function isSameAsset(one: string, other: string): boolean {
  const [startOne, startOther] = [one.lastIndexOf(':'), other.lastIndexOf(':')]
  return (
    one.slice(0, startOne) === other.slice(0, startOther) &&
    isSameAddress(one.slice(startOne + 1), other.slice(startOther + 1))
  )
}

/**
 * Whether an address differs from all known addresses but has the same {@link addressEnds} as one of them. Address poisoning uses such addresses:
 * they are placed in the history of an account so that its owner copies them.
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
