import { polkadotDevelopmentAccounts } from './developmentAccounts.js'

/** An asset of the pallet `Assets` that the Polkadot chain has at genesis. */
export interface LocalAsset {
  readonly id: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** In base units. */
  readonly eachHolds: bigint
}

export const localAssets: readonly LocalAsset[] = [
  { id: 1984, name: 'Sandbox Dollar', symbol: 'SUSD', decimals: 6, eachHolds: 25_000n * 10n ** 6n },
  { id: 7, name: 'Sandbox Amber', symbol: 'SAMB', decimals: 10, eachHolds: 300n * 10n ** 10n },
  // wants to be taken for the first
  { id: 1985, name: 'Sandbox Dollar', symbol: 'SUSD', decimals: 6, eachHolds: 1_000_000n * 10n ** 6n },
]

const [owner] = polkadotDevelopmentAccounts
const toHex = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

/** The pallet's storage at genesis, as chopsticks writes storage by hand. */
export const assetStorage = () => ({
  Asset: localAssets.map(({ id, eachHolds }) => [
    [id],
    {
      ...{ owner, issuer: owner, admin: owner, freezer: owner },
      ...{ supply: String(eachHolds * BigInt(polkadotDevelopmentAccounts.length)), deposit: 0, minBalance: 1 },
      ...{ isSufficient: true, accounts: polkadotDevelopmentAccounts.length },
      ...{ sufficients: polkadotDevelopmentAccounts.length, approvals: 0, isFrozen: false },
    },
  ]),
  Metadata: localAssets.map(({ id, name, symbol, decimals }) => [
    [id],
    { deposit: 0, name: toHex(name), symbol: toHex(symbol), decimals, isFrozen: false },
  ]),
  Account: localAssets.flatMap(({ id, eachHolds }) =>
    polkadotDevelopmentAccounts.map((address) => [
      [id, address],
      { balance: String(eachHolds), isFrozen: false, reason: 'Sufficient' },
    ]),
  ),
})
