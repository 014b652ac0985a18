import type { Context } from '../../plugins/plugin.js'
import type { Account } from '../account.js'
import type { Connected } from './connection.js'
import { readStoredWallets, type StoredWallet, WALLETS_KEY } from './stored-wallets.js'

/** Maximum number of stored wallets; the least recently used one is dropped. */
export const MAX_STORED_WALLETS = 8

/** Each method changes the record of one wallet and keeps the others: another tab may have written them. */
export interface Memory {
  /** Stores it as active. */
  use(wallet: Connected): void
  /** Stores a changed account or network. */
  touch(wallet: Connected): void
  /** Deletes one wallet, or all. */
  drop(connectorId?: string): void
}

/** `isUnordered`: see {@link NamespaceDriver.isUnordered}. */
export function createMemory(ctx: Context, isUnordered = false): Memory {
  const toStoredWallet = ({ connectorId, account, accounts, caipNetworkId }: Connected): StoredWallet => {
    const firstAccount = isUnordered ? '' : (accounts[0]?.address ?? '')
    return [connectorId, account.address === firstAccount ? '' : account.address, firstAccount, caipNetworkId]
  }
  const edit = (change: (old: readonly StoredWallet[]) => readonly StoredWallet[]): void => {
    const next = change(readStoredWallets(ctx) ?? []).slice(0, MAX_STORED_WALLETS)
    if (next.some(([id]) => id)) ctx.storage.set(WALLETS_KEY, next)
    else ctx.storage.remove(WALLETS_KEY)
  }
  return {
    use: (wallet) => edit((old) => [toStoredWallet(wallet), ...old.filter(([id]) => id && id !== wallet.connectorId)]),
    touch: (wallet) => edit((old) => old.map((one) => (one[0] === wallet.connectorId ? toStoredWallet(wallet) : one))),
    drop: (connectorId) =>
      edit((old) =>
        connectorId === undefined ? [] : old.flatMap((one, at) => (one[0] !== connectorId ? [one] : at ? [] : [['']])),
      ),
  }
}

type Identity = Pick<Account, 'address' | 'publicKey'>

/** On some chains, addresses of a key differ between networks. */
const isSame = (one: Identity, other: Identity): boolean =>
  one.address === other.address || (one.publicKey !== undefined && one.publicKey === other.publicKey)

/**
 * The visitor's choice, while the wallet's first account is the same as when it was made (with `isUnordered`: while the account is listed); otherwise
 * the wallet's first account.
 */
export function accountInUse(
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

/** Stored fields of an account; empty without one. */
export const identityOf = (address: string | undefined): Identity | undefined => (address ? { address } : undefined)
