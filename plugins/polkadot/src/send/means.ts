import type { ApiPromise } from '@polkadot/api'
import type { SendDraft } from '@wallet-modal/kernel'
import { givenAddress, parseAccounts } from '../accounts.js'
import { parseExtension } from '../extension.js'
import { bigintOf } from './codec.js'
import { depositOf, type Funds, fundsOf } from './funds.js'
import { type Block, feeFor, type Transfer } from './payload.js'

export type LimitDraft = Omit<SendDraft, 'amount' | 'receiver'> & { readonly receiver?: string }

/** The chain may ask for a little more by the time that it arrives. */
const withSpare = (fee: bigint): bigint => fee + fee / 100n

async function latestBlock(api: ApiPromise): Promise<Block> {
  const hash = await api.rpc.chain.getFinalizedHead()
  const { number } = await api.rpc.chain.getHeader(hash)
  return { hash: hash.toHex(), number: number.toNumber() }
}

export interface Means {
  readonly api: ApiPromise
  readonly funds: Funds
  readonly deposit: bigint
  /** The most that a transfer of this account costs. */
  readonly fee: bigint
  readonly signing: { readonly given: string; readonly nonce: bigint; readonly block: Block }
}

/** `transferOf` says what would be paid at most. */
export async function meansOf(
  { connection }: LimitDraft,
  api: ApiPromise,
  transferOf: (funds: Funds) => Transfer,
): Promise<Means> {
  const { address } = connection.account
  const extension = parseExtension(connection.provider)
  const [funds, nonce, block, list] = await Promise.all([
    fundsOf(api, address),
    api.rpc.system.accountNextIndex(address),
    latestBlock(api),
    extension.accounts.get(),
  ])
  const given = givenAddress(
    parseAccounts(list, () => undefined),
    connection.account,
  )
  const signing = { given, nonce: bigintOf(nonce, 'nonce'), block }
  // the largest amount takes the most bytes, and the fee is by the byte
  const fee = withSpare(await feeFor(api, transferOf(funds), signing))
  return { api, funds, deposit: depositOf(api), fee, signing }
}
