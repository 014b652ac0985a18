import type { Account, FeeSpeed } from '@wallet-modal/kernel'
import { invalidArgument } from '@wallet-modal/kernel/transactions'
import { readAddress } from '../address.js'
import type { BitcoinCoins, BitcoinNode } from '../contract.js'
import { findRate, type Rate } from './coins.js'
import { type ConnectedWallet, minCoinValueOf } from './min-coin-value.js'
import { type CoinKind, kindOf } from './weight.js'

/** Spendable outputs of an account, and the fee rate. */
export interface Funds extends BitcoinCoins, Rate {
  readonly kind: CoinKind
  readonly changeScript: Uint8Array
  /** See `Payment.minCoinValue`. */
  readonly minCoinValue: bigint
}

function kindOfAccount({ address, type }: Account): CoinKind {
  if (type === 'ordinal')
    throw invalidArgument('This address holds ordinals. They are never spent as coins: use the address for payments.')
  const kind = kindOf(readAddress(address).script)
  if (kind) return kind
  throw invalidArgument('This address needs several signatures (multisig). Send with the wallet that manages it.')
}

/** Reads the spendable outputs of an account, and the fee rate. Throws `INVALID_ARGUMENT` for accounts from which this plugin cannot spend. */
export async function readFunds(
  node: BitcoinNode,
  wallet: ConnectedWallet,
  speed: FeeSpeed | undefined,
): Promise<Funds> {
  const { account } = wallet
  const kind = kindOfAccount(account)
  const [coins, rate, minCoinValue] = await Promise.all([
    node.coins(account.address),
    findRate(node, speed),
    minCoinValueOf(wallet),
  ])
  return { ...coins, ...rate, kind, minCoinValue, changeScript: readAddress(account.address).script }
}
