import {
  type ActiveConnection,
  type Context,
  isWalletModalError,
  type NftBalance,
  type ReadonlySignal,
  signal,
  transactionSettled,
} from '@wallet-modal/kernel'
import { tokenSources } from '@wallet-modal/kernel/assets'

export const NFTS_FRESH_MS = 60_000

/** `unlisted`: neither the family nor its nodes tell what an account holds. */
export type NftState =
  | { readonly status: 'none' | 'loading' | 'failed' | 'unlisted' }
  | { readonly status: 'ready'; readonly items: readonly NftBalance[] }

export interface NftList {
  readonly nfts: ReadonlySignal<NftState>
  /** Reads where what is known is older than a minute; `force` is the visitor's own wish. Never rejects. */
  readNfts(force?: boolean): Promise<void>
}

/** A node that answers, and says no. */
const isRefusal = (error: unknown): boolean => isWalletModalError(error) && error.code === 'RPC_ERROR'

const isSound = ({ assetId, caipNetworkId, amount }: NftBalance, active: ActiveConnection): boolean =>
  caipNetworkId === active.caipNetworkId && assetId.startsWith(`${caipNetworkId}/`) && typeof amount === 'bigint'

/** The collectibles of the account in use, from the sources of its chain family. They are read when somebody looks. */
export function createNftList(ctx: Context): NftList {
  const nfts = signal<NftState>({ status: 'none' })
  let known: { readonly key: string; readonly at: number } | undefined
  let turn = 0

  const readNfts = async (force = false): Promise<void> => {
    const active = ctx.connections.active.peek()
    if (!active?.network) {
      turn++
      known = undefined
      nfts.value = { status: 'none' }
      return
    }
    const { account, network, namespace } = active
    const key = `${network.caipNetworkId}:${account.address}`
    const age = known?.key === key ? Date.now() - known.at : -1
    if (!force && age >= 0 && age < NFTS_FRESH_MS && nfts.peek().status !== 'loading') return
    if (known?.key !== key || nfts.peek().status === 'failed') nfts.value = { status: 'loading' }
    known = { key, at: Date.now() }
    const mine = ++turn
    const sources = ctx
      .all(tokenSources)
      .peek()
      .flatMap((one) => (one.namespace === namespace && one.nfts ? [one] : []))
    const settle = (state: NftState): void => {
      if (mine === turn) nfts.value = state
    }
    if (sources.length === 0) return settle({ status: 'unlisted' })
    try {
      const lists = await Promise.all(
        sources.map((one) => one.nfts?.({ account, network, signal: ctx.abortSignal }) ?? []),
      )
      settle({ status: 'ready', items: lists.flat().filter((one) => isSound(one, active)) })
    } catch (error) {
      if (ctx.abortSignal.aborted) return
      ctx.log.warn('the NFTs could not be read', error)
      settle({ status: isRefusal(error) ? 'unlisted' : 'failed' })
    }
  }
  ctx.on(transactionSettled, () => {
    known = undefined
  })
  return { nfts, readNfts }
}
