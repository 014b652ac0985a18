import type { ApiPromise } from '@polkadot/api'
import type { WalletConnection } from '@wallet-modal/kernel'
import { parseAccounts, walletAddressOf } from '../wallets/accounts.js'
import { parseProvider } from '../wallets/parse-provider.js'
import { bigintOf } from './codec.js'
import { depositOf, type Funds, fundsOf } from './funds.js'
import type { Block, SigningFields } from './payload.js'

async function latestFinalizedBlock(api: ApiPromise): Promise<Block> {
  const hash = await api.rpc.chain.getFinalizedHead()
  const { number } = await api.rpc.chain.getHeader(hash)
  return { hash: hash.toHex(), number: number.toNumber() }
}

/** Account state that is needed to build a transaction. */
export interface AccountState {
  readonly funds: Funds
  /** Existential deposit, in plancks. */
  readonly deposit: bigint
  readonly signing: SigningFields
}

export async function readAccountState(
  api: ApiPromise,
  { account, provider }: Pick<WalletConnection, 'account' | 'provider'>,
): Promise<AccountState> {
  const { address } = account
  const extension = parseProvider(provider)
  const [funds, nonce, block, list] = await Promise.all([
    fundsOf(api, address),
    api.rpc.system.accountNextIndex(address),
    latestFinalizedBlock(api),
    extension.accounts.get(),
  ])
  const walletAddress = walletAddressOf(
    parseAccounts(list, () => undefined),
    account,
  )
  return { funds, deposit: depositOf(api), signing: { walletAddress, nonce: bigintOf(nonce, 'nonce'), block } }
}

/** Adds 1 % to an estimated fee, because the fee may rise before the transaction is included in a block. */
export const withMargin = (fee: bigint): bigint => fee + fee / 100n
