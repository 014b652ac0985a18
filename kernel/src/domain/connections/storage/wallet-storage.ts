import type { Context } from '../../../plugins/plugin.js'
import type { Account } from '../../account.js'
import type { Connected } from '../connection.js'
import { readStoredWallets, type StoredWallet, WALLETS_KEY } from './stored-wallets.js'

/** Maximum number of stored wallets; the least recently used one is deleted. */
export const MAX_STORED_WALLETS = 8

/** Stored wallets of one namespace. Each method reads the stored list again before it changes the list, because another tab may have written it. */
export interface WalletStorage {
  /** Stores a wallet as the active one. */
  storeActive(wallet: Connected): void
  /** Stores a changed account or network. */
  update(wallet: Connected): void
  /**
   * Deletes one wallet, or all. If the active wallet is deleted, no wallet is stored as active. With `isReplaced`, the next stored wallet becomes the
   * active one.
   */
  remove(connectorId?: string, isReplaced?: boolean): void
  /** Whether a connected wallet did not fit into the browser's storage. It is then missing in the stored list although no tab disconnected it. */
  isUnstored(connectorId: string): boolean
}

/** `isUnordered`: see {@link NamespaceDriver.isUnordered}. */
export function createWalletStorage(ctx: Context, isUnordered = false): WalletStorage {
  const toStoredWallet = ({ connectorId, account, accounts, caipNetworkId }: Connected): StoredWallet => {
    const firstAccount = isUnordered ? '' : (accounts[0]?.address ?? '')
    return [connectorId, account.address === firstAccount ? '' : account.address, firstAccount, caipNetworkId]
  }
  /** Wallets that did not fit into the browser's storage. Each change tries to store them again. */
  let unstored: readonly StoredWallet[] = []
  const hasId = (list: readonly StoredWallet[], id: string | undefined): boolean => list.some((one) => one[0] === id)
  /** Stores the list. Returns false if the browser's storage is blocked or full. */
  const store = (list: readonly StoredWallet[]): boolean => {
    if (list.some(([id]) => id)) return ctx.storage.set(WALLETS_KEY, list)
    ctx.storage.remove(WALLETS_KEY)
    return true
  }
  const edit = (change: (old: readonly StoredWallet[]) => readonly StoredWallet[]): void => {
    const old = readStoredWallets(ctx)
    const next = change([...old, ...unstored.filter(([id]) => !hasId(old, id))]).slice(0, MAX_STORED_WALLETS)
    unstored = store(next) ? [] : next.filter(([id]) => id && (hasId(unstored, id) || !hasId(old, id)))
    const hasRemoved = old.some(([id]) => !hasId(next, id))
    // if an added wallet does not fit, writes the list without it, so that the removal is stored
    if (hasRemoved && unstored.length > 0) store(next.filter(([id]) => !hasId(unstored, id)))
  }
  return {
    storeActive: (wallet) =>
      edit((old) => [toStoredWallet(wallet), ...old.filter(([id]) => id && id !== wallet.connectorId)]),
    update: (wallet) => edit((old) => old.map((one) => (one[0] === wallet.connectorId ? toStoredWallet(wallet) : one))),
    isUnstored: (connectorId) => hasId(unstored, connectorId),
    remove: (connectorId, isReplaced = false) =>
      edit((old) =>
        connectorId === undefined
          ? []
          : old.flatMap((one, at) => (one[0] !== connectorId ? [one] : at > 0 || isReplaced ? [] : [['']])),
      ),
  }
}

type Identity = Pick<Account, 'address' | 'publicKey'>

/** Whether two identities belong to the same account. Compares public keys too: on some chains, a key has a different address on each network. */
export const isSame = (one: Identity, other: Identity): boolean =>
  one.address === other.address || (one.publicKey !== undefined && one.publicKey === other.publicKey)

/**
 * Selects the account to make active. `chosen`: account that the visitor chose. `firstAccount`: the wallet's first account at the time of this
 * choice. Returns the wallet's first account if it differs from `firstAccount`, or if the wallet does not list `chosen`. Otherwise returns `chosen`.
 */
export function selectAccount(
  accounts: readonly Account[],
  chosen: Identity | undefined,
  firstAccount: Identity | undefined,
): Account | undefined {
  const [first] = accounts
  if (!first || !chosen || (firstAccount && !isSame(first, firstAccount))) return first
  return (
    accounts.find(({ address }) => address === chosen.address) ?? accounts.find((one) => isSame(one, chosen)) ?? first
  )
}

/** Identity of a stored address; `undefined` for an empty one. */
export const identityOf = (address: string | undefined): Identity | undefined => (address ? { address } : undefined)
