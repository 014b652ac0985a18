import type { ApiPromise } from '@polkadot/api'
import type { ActiveConnection } from '@wallet-modal/kernel'
import { givenAddress, parseAccounts } from '../accounts.js'
import { parseExtension } from '../extension.js'
import { bigintOf } from './codec.js'
import { depositOf, type Funds, fundsOf } from './funds.js'
import type { Block, Signing } from './payload.js'

async function latestBlock(api: ApiPromise): Promise<Block> {
  const hash = await api.rpc.chain.getFinalizedHead()
  const { number } = await api.rpc.chain.getHeader(hash)
  return { hash: hash.toHex(), number: number.toNumber() }
}

/** What a transaction of an account is made with. */
export interface AccountState {
  readonly funds: Funds
  /** The least that has to stay on an account, in plancks. */
  readonly deposit: bigint
  readonly signing: Signing
}

export async function readAccountState(
  api: ApiPromise,
  { account, provider }: Pick<ActiveConnection, 'account' | 'provider'>,
): Promise<AccountState> {
  const { address } = account
  const extension = parseExtension(provider)
  const [funds, nonce, block, list] = await Promise.all([
    fundsOf(api, address),
    api.rpc.system.accountNextIndex(address),
    latestBlock(api),
    extension.accounts.get(),
  ])
  const given = givenAddress(
    parseAccounts(list, () => undefined),
    account,
  )
  return { funds, deposit: depositOf(api), signing: { given, nonce: bigintOf(nonce, 'nonce'), block } }
}

/** The fee as it is shown and kept back: the chain may ask for a little more by the time that the transaction arrives. */
export const withSpare = (fee: bigint): bigint => fee + fee / 100n
