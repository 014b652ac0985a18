/** `eoa` and `smartAccount` on eip155; `payment` and `ordinal` on bip122. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

export interface Account {
  /** In the chain's own canonical writing: EIP-55 checksummed on eip155. */
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string
}

/** An address in groups of four for comparing by eye: `0x12ab 34cd …`. */
export function groupAddress(address: string): readonly string[] {
  const [prefix, body] = address.startsWith('0x') ? ['0x', address.slice(2)] : ['', address]
  const groups = body.match(/.{1,4}/g) ?? []
  return prefix ? [prefix, ...groups] : groups
}

/** A short form for places without room. Never for confirming: look-alikes share both ends. */
export const shortenAddress = (address: string, start = 6, end = 4): string =>
  address.length <= start + end + 1 ? address : `${address.slice(0, start)}…${address.slice(-end)}`
