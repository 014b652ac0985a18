import {
  type Account,
  accountChanged,
  type Context,
  connected,
  disconnected,
  networkChanged,
  readWith,
} from '@wallet-modal/kernel'
import { accountKey } from './accounts.js'

/** What the visitor chose. Extensions know neither: they offer all accounts, and a key is good on every chain. */
export interface InUse {
  readonly caipNetworkId: string
  /** As {@link accountKey} has it. */
  readonly account: string
}

const KEY = 'inUse'

const schema = readWith((value): InUse => {
  const { caipNetworkId, account }: { caipNetworkId?: unknown; account?: unknown } = Object(value)
  if (typeof caipNetworkId === 'string' && typeof account === 'string') return { caipNetworkId, account }
  throw new Error('is no network and account')
})

/** Remembers account and network over a reload, until the visitor disconnects. */
export function rememberInUse(ctx: Context): () => InUse | undefined {
  let now: InUse | undefined // two tabs may use two accounts: storage is read once
  const keep = (change: Partial<InUse>): void => {
    const before = now ?? { caipNetworkId: '', account: '' }
    now = { ...before, ...change }
    ctx.storage.set(KEY, now)
  }
  const mine = ({ namespace }: { readonly namespace: string }): boolean => namespace === 'polkadot'
  const keyOf = (account: Account | undefined): string => (account ? accountKey(account) : '')

  ctx.on(connected, (news) => {
    if (mine(news)) keep({ caipNetworkId: news.caipNetworkId, account: keyOf(news.accounts[0]) })
  })
  ctx.on(accountChanged, (news) => {
    if (mine(news)) keep({ account: keyOf(news.account) })
  })
  ctx.on(networkChanged, (news) => {
    if (mine(news)) keep({ caipNetworkId: news.caipNetworkId })
  })
  ctx.on(disconnected, (news) => {
    if (!mine(news)) return
    now = undefined
    ctx.storage.remove(KEY)
  })
  return () => (now ??= ctx.storage.get(KEY, schema) ?? undefined)
}
