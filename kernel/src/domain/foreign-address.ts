const base58 = '[1-9A-HJ-NP-Za-km-z]'
/** Bech32 address without the prefix of the network, such as `bc` (BIP-173). */
const bech32 = '1[02-9ac-hj-np-z]{11,87}'

/**
 * Address formats with their networks. `namespace` is `undefined` if no plugin supports the network. The first match is used. Bitcoin precedes
 * Solana, because some bech32 addresses of Bitcoin also match the format of Solana. Networks whose format is not unique, such as Dogecoin, are
 * missing.
 */
const formats: readonly (readonly [namespace: string | undefined, name: string, pattern: RegExp])[] = [
  ['eip155', 'Ethereum', /^(0x)?[\da-f]{40}$/i],
  ['bip122', 'Bitcoin', new RegExp(`^bc${bech32}$`, 'i')],
  ['bip122', 'Bitcoin', new RegExp(`^(1${base58}{25,33}|3${base58}{33})$`)],
  ['bip122', 'Bitcoin Testnet', new RegExp(`^tb${bech32}$`, 'i')],
  ['bip122', 'Bitcoin Testnet', new RegExp(`^([mn]${base58}{25,33}|2${base58}{34})$`)],
  ['bip122', 'Bitcoin Regtest', new RegExp(`^bcrt${bech32}$`, 'i')],
  [undefined, 'Litecoin', new RegExp(`^ltc${bech32}$`, 'i')],
  [undefined, 'Litecoin', new RegExp(`^[LM]${base58}{33}$`)],
  [undefined, 'Tron', new RegExp(`^T${base58}{33}$`)],
  ['polkadot', 'Polkadot', new RegExp(`^${base58}{46,50}$`)],
  ['solana', 'Solana', new RegExp(`^${base58}{36,44}$`)], // shorter addresses could belong to many other networks
]

/**
 * Name of the network to which an address belongs, determined by its format. `undefined` for an address of `ownNamespace`, and for any other text.
 * Verifies no checksum, because the name is only a detail in the warning about the address.
 */
export function foreignNetwork(text: string, ownNamespace: string): string | undefined {
  const [namespace, name] = formats.find(([, , pattern]) => pattern.test(text)) ?? []
  return namespace === ownNamespace ? undefined : name
}
