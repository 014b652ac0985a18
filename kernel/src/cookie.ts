import type { Account, AccountType } from './domain/account.js'
import { isCaipNetworkId } from './domain/caip.js'
import { connectionOf } from './domain/connections/connection-of.js'
import type { WalletConnection } from './domain/connections/connections.js'
import { accountChanged, connected, disconnected, networkChanged } from './domain/events.js'
import type { WalletModal } from './modal/wallet-modal.js'

// Separate entry for server-side rendering: a cookie tells the server which account was connected. The npm package `cookie` (version 1.1)
// is not used: it would add 1.8 kB (gzip) to every page.

/** Connection that was active in a namespace when the page was last open. Unverified: use it for rendering only. */
export interface InitialAccount {
  /** CAIP-2 namespace. */
  readonly namespace: string
  readonly address: string
  readonly type: AccountType
  /** CAIP-2. */
  readonly caipNetworkId: string
  readonly connectorId: string
  readonly connectorName: string
}

/** One account per namespace, the active account first. Empty if no account was connected. */
export type InitialState = readonly InitialAccount[]

const MAX_LENGTH = 4000
const MAX_ACCOUNTS = 8
const DAY_S = 86_400

const nameOf = (id: string): string => `wallet-modal.${id}`
const types: readonly AccountType[] = ['eoa', 'smartAccount', 'payment', 'ordinal']
const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= length && !/[\p{Cc}\p{Cf}]/u.test(value)

/** Parses one account of the cookie. Returns `null` for an invalid account, because a cookie can be forged. */
function readAccount(parsed: unknown): InitialAccount | null {
  const { namespace, address, type, caipNetworkId, connectorId, connectorName }: Readonly<Record<string, unknown>> =
    Object(parsed)
  const accountType = types.find((one) => one === type)
  if (!accountType || !isCaipNetworkId(caipNetworkId) || !isText(connectorId, 200) || !isText(connectorName, 64))
    return null
  if (typeof address !== 'string' || !/^[-.%a-z\d]{1,128}$/i.test(address)) return null
  if (typeof namespace !== 'string' || !caipNetworkId.startsWith(`${namespace}:`)) return null
  return Object.freeze({ namespace, address, type: accountType, caipNetworkId, connectorId, connectorName })
}

function readAccounts(text: string): InitialState {
  try {
    const parsed: unknown = JSON.parse(decodeURIComponent(text))
    if (!Array.isArray(parsed) || parsed.length > MAX_ACCOUNTS) return []
    const accounts = parsed.map(readAccount).filter((one) => one !== null)
    const isComplete = accounts.length === parsed.length
    return isComplete && new Set(accounts.map((one) => one.namespace)).size === accounts.length ? accounts : []
  } catch {
    return [] // other code wrote the cookie, or it is truncated
  }
}

/**
 * On a server, reads the state that {@link rememberInCookie} stored, from a request's `Cookie` header. Returns an empty list if the cookie is missing
 * or invalid, or if there are two (one may be forged). `id`: id of the modal.
 */
export function readInitialState(cookies: string | null | undefined, id = 'default'): InitialState {
  const pairs = typeof cookies === 'string' ? cookies.split(';').map((pair) => pair.trim()) : []
  const [pair = '', ...duplicates] = pairs.filter((one) => one.startsWith(`${nameOf(id)}=`))
  const text = pair.slice(nameOf(id).length + 1)
  return Object.freeze(duplicates.length > 0 || text.length > MAX_LENGTH ? [] : readAccounts(text))
}

const toAccount = ({ namespace, caipNetworkId, connectorId, connectorName, ...rest }: WalletConnection) => {
  const { address, type }: Account = rest.account
  return { namespace, address, type, caipNetworkId, connectorId, connectorName } satisfies InitialAccount
}

/**
 * Stores the active account of each namespace, at most 8, in a first-party cookie for server-side rendering: address, network and wallet, nothing
 * secret. Deletes the cookie when no account is connected, or if its text would exceed 4000 characters. The cookie expires after `days` (default 30).
 * Returns a function that stops updates of the cookie. Has no effect on a server.
 */
export function rememberInCookie(modal: WalletModal, { days = 30 }: { readonly days?: number } = {}): () => void {
  if (typeof document === 'undefined') return () => {}
  const { active, adapters, status } = modal.connections
  const write = (): void => {
    const all = adapters.peek().flatMap(({ namespace }) => connectionOf(modal, namespace) ?? [])
    const activeNamespace = active.peek()?.namespace
    const sorted = [...all].sort(
      (a, b) => Number(b.namespace === activeNamespace) - Number(a.namespace === activeNamespace),
    )
    const text = encodeURIComponent(JSON.stringify(sorted.slice(0, MAX_ACCOUNTS).map(toAccount)))
    const value = all.length > 0 && text.length <= MAX_LENGTH ? text : ''
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
    document.cookie = `${nameOf(modal.id)}=${value}; Path=/; SameSite=Lax; Max-Age=${value ? days * DAY_S : -1}${secure}`
  }
  const stops = [
    modal.on(connected, write),
    modal.on(disconnected, write),
    modal.on(accountChanged, write),
    modal.on(networkChanged, write),
  ]
  let isStopped = false
  // stored wallets reconnect after the modal is created: until then, the cookie of the previous page stays unchanged
  queueMicrotask(() => {
    if (isStopped) return
    let isSettled = false
    const stop = status.subscribe((now) => {
      if (isSettled || now === 'reconnecting') return
      isSettled = true
      write()
      queueMicrotask(() => stop()) // subscribe() calls this function before it returns `stop`
    })
    stops.push(stop)
  })
  return () => {
    isStopped = true
    for (const stop of stops) stop()
  }
}
