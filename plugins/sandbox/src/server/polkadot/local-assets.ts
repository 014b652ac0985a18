import { polkadotDevelopmentAccounts } from './development-accounts.js'

/** Asset of the pallet `Assets` at genesis. */
export interface LocalAsset {
  readonly id: number
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Balance of each development account at genesis, in base units. */
  readonly balancePerHolder: bigint
  /** Minimum balance of an account (existential deposit), in base units. */
  readonly minBalance: bigint
  /** Whether the asset alone keeps an account alive, without the native coin. */
  readonly isSufficient: boolean
  /** Accounts whose balance of this asset is frozen. */
  readonly frozenFor: readonly string[]
}

const [owner = ''] = polkadotDevelopmentAccounts
const defaults = { minBalance: 1n, isSufficient: true, frozenFor: [] }

export const localAssets: readonly LocalAsset[] = [
  { ...defaults, id: 1984, name: 'Sandbox Dollar', symbol: 'SUSD', decimals: 6, balancePerHolder: 25_000n * 10n ** 6n },
  { ...defaults, id: 7, name: 'Sandbox Amber', symbol: 'SAMB', decimals: 10, balancePerHolder: 300n * 10n ** 10n },
  // imitation of the Sandbox Dollar above, to test the warnings about look-alike tokens
  {
    ...defaults,
    id: 1985,
    name: 'Sandbox Dollar',
    symbol: 'SUSD',
    decimals: 6,
    balancePerHolder: 1_000_000n * 10n ** 6n,
  },
  // to test the rules for an asset without `isSufficient`, and for a minimum balance of more than one base unit
  {
    ...{ id: 12, name: 'Sandbox Penny', symbol: 'SPNY', decimals: 2, balancePerHolder: 4_000n * 10n ** 2n },
    ...{ minBalance: 50n, isSufficient: false, frozenFor: [] },
  },
  { ...defaults, id: 18, name: 'Sandbox Feather', symbol: 'SFTH', decimals: 18, balancePerHolder: 2n * 10n ** 18n },
  {
    ...{ ...defaults, id: 32, name: 'Sandbox Icicle', symbol: 'SICE', decimals: 6, balancePerHolder: 70n * 10n ** 6n },
    frozenFor: [owner],
  },
]

const toHex = (text: string): string => `0x${Buffer.from(text).toString('hex')}`

const initialHolders = polkadotDevelopmentAccounts.length

/** Reference counters in `System.Account` of an account that holds every asset. */
export const assetReferences = {
  consumers: localAssets.filter(({ isSufficient }) => !isSufficient).length,
  sufficients: localAssets.filter(({ isSufficient }) => isSufficient).length,
}

/** Storage of the pallet at genesis, as chopsticks overrides. */
export const assetStorage = () => ({
  Asset: localAssets.map(({ id, balancePerHolder, minBalance, isSufficient }) => [
    [id],
    {
      ...{ owner, issuer: owner, admin: owner, freezer: owner },
      ...{ supply: String(balancePerHolder * BigInt(initialHolders)), deposit: 0, minBalance: String(minBalance) },
      ...{ isSufficient, accounts: initialHolders, sufficients: isSufficient ? initialHolders : 0 },
      ...{ approvals: 0, isFrozen: false },
    },
  ]),
  Metadata: localAssets.map(({ id, name, symbol, decimals }) => [
    [id],
    { deposit: 0, name: toHex(name), symbol: toHex(symbol), decimals, isFrozen: false },
  ]),
  Account: localAssets.flatMap(({ id, balancePerHolder, isSufficient, frozenFor }) =>
    polkadotDevelopmentAccounts.map((address) => [
      [id, address],
      {
        ...{ balance: String(balancePerHolder), isFrozen: frozenFor.includes(address) },
        reason: isSufficient ? 'Sufficient' : 'Consumer',
      },
    ]),
  ),
})
