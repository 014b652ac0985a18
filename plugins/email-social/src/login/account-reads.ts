import type { FrameChannel } from '../frame-channel.js'
import type { ReplyPayload, WalletAccountType } from '../frame-messages.js'

type User = ReplyPayload<'GET_USER'>

/** Time limit of requests that do not wait for the visitor. */
const REQUEST_MS = 30_000

interface AccountReadOptions {
  channel(): Promise<FrameChannel>
  user(): User | null
  setUser(user: User): User
  /** Number of changes of `user` so far, including the end of a login. */
  generation(): number
  /** Account type of visitors who have not chosen one. */
  readonly defaultType: WalletAccountType
  /** Disconnects or replaces the account of the earlier login. Called before the account of another login is set. */
  replaceEarlier(next: User): void
}

export interface AccountReads {
  /** See `EmbeddedWallet.loadUser`. If another account was logged in before, disconnects or replaces that account. */
  loadUser(): Promise<User>
  /** Current user, or else the account of the frame's login; `null` if the frame has no login, or if the login ends during the request. */
  restore(): Promise<User | null>
  /** Whether the frame still has a login of this account. Resolves with true if the frame does not reply. */
  hasLoginOf(account: User): Promise<boolean>
}

export function createAccountReads({
  channel,
  user,
  setUser,
  generation,
  defaultType,
  replaceEarlier,
}: AccountReadOptions): AccountReads {
  const hasLogin = async (): Promise<boolean> =>
    (await (await channel()).request('IS_CONNECTED', undefined, REQUEST_MS)).isConnected
  const read = async (timeoutMs?: number): Promise<User> =>
    (await channel()).request('GET_USER', { preferredAccountType: defaultType }, timeoutMs)
  const loadUser = async (): Promise<User> => {
    const next = await read()
    const earlier = user()
    if (earlier && earlier.address !== next.address) replaceEarlier(next)
    return setUser(next)
  }
  return {
    loadUser,
    async restore() {
      const current = user()
      if (current) return current
      const generationAtStart = generation()
      const next = (await hasLogin()) ? await read() : null
      return next && generationAtStart === generation() ? setUser(next) : user()
    },
    async hasLoginOf({ address }) {
      try {
        return (await hasLogin()) && (await read(REQUEST_MS)).address === address
      } catch {
        return true
      }
    },
  }
}
