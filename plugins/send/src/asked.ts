import { type AssetToken, type Context, isCaipNetworkId, readWith, type SentTransaction } from '@wallet-modal/kernel'

/** Storage key of what wallets were asked for and have not answered. */
const KEY = 'asked'
/** A page asks for one thing at a time. */
const MOST = 20

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 300

function readToken(given: unknown): AssetToken {
  const { assetId, caipNetworkId, address, name, symbol, decimals }: Record<string, unknown> = Object(given)
  const isKnown = isText(assetId) && isText(caipNetworkId) && isText(name) && isText(symbol)
  if (!isKnown || typeof decimals !== 'number' || !/^([0-2]?\d|3[0-6])$/.test(String(decimals)))
    throw new Error('is no token')
  return { assetId, caipNetworkId, name, symbol, decimals, ...(isText(address) && { address }) }
}

const schema = readWith((kept): readonly SentTransaction[] => {
  if (!Array.isArray(kept)) throw new Error('is no list')
  return kept.slice(0, MOST).map((one: unknown) => {
    const { caipNetworkId, address, token, amount, receiver, sentAt }: Record<string, unknown> = Object(one)
    if (!isCaipNetworkId(caipNetworkId) || !isText(address) || !isText(receiver)) throw new Error('is no transaction')
    if (typeof sentAt !== 'number' || typeof amount !== 'string' || !/^\d{1,80}$/.test(amount))
      throw new Error('is no transaction')
    return { caipNetworkId, address, token: readToken(token), amount: BigInt(amount), receiver, sentAt }
  })
})

const idOf = ({ sentAt, receiver }: SentTransaction): string => `${sentAt}:${receiver}`

/** What wallets were asked for, over page loads: a page that is gone before the answer cannot tell that it may be paid. */
export interface Asked {
  /** Keeps what a wallet is asked for until the returned function is called. */
  keep(sent: SentTransaction): () => void
  /** What was asked for by pages that are gone, each once. */
  lost(): Promise<readonly SentTransaction[]>
}

export function createAsked({ storage, site, abortSignal }: Context): Asked {
  // browsers give a page's locks back when it ends, however that comes; they are for pages from a secure origin
  const { locks }: { readonly locks?: LockManager } = navigator
  const lockOf = (id: string): string => `wallet-modal/${site.id}/send/${id}`
  const all = (): readonly SentTransaction[] => storage.get(KEY, schema) ?? []
  const write = (list: readonly SentTransaction[]): void => {
    if (list.length === 0) storage.remove(KEY)
    else
      storage.set(
        KEY,
        list.slice(0, MOST).map((one) => ({ ...one, amount: String(one.amount) })),
      )
  }
  const without = (id: string): readonly SentTransaction[] => all().filter((one) => idOf(one) !== id)
  /** Whether nobody waits for it any more and nobody has told so. */
  const take = (id: string): boolean => {
    const isThere = all().some((one) => idOf(one) === id)
    write(without(id))
    return isThere
  }
  return {
    keep(sent) {
      const id = idOf(sent)
      let letGo = (): void => undefined
      const answered = new Promise<void>((resolve) => (letGo = resolve))
      abortSignal.addEventListener('abort', letGo)
      locks?.request(lockOf(id), () => answered).catch(() => undefined) // refused where nothing is stored either
      // what is held of the token, and its price, JSON cannot hold
      const { assetId, caipNetworkId, address, name, symbol, decimals } = sent.token
      const token = { assetId, caipNetworkId, name, symbol, decimals, ...(address !== undefined && { address }) }
      write([{ ...sent, token }, ...without(id)])
      return () => {
        write(without(id))
        letGo()
      }
    },
    async lost() {
      const asked = all().map(async (one) => {
        const id = idOf(one)
        const isLost = locks
          ? await locks.request(lockOf(id), { ifAvailable: true }, (lock) => lock !== null && take(id))
          : take(id)
        return isLost ? [one] : []
      })
      return (await Promise.all(asked)).flat()
    },
  }
}
