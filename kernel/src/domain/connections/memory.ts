import type { Context } from '../../plugins/plugin.js'
import type { Account } from '../account.js'
import type { Connected } from './connection.js'
import { REMEMBERED, type Remembered, remembered } from './remembered.js'

/** More wallets than anybody connects; the one that was not used for longest is forgotten. */
export const MAX_REMEMBERED = 8

/** Each changes what is remembered of one wallet and leaves the others as they are: another tab may have written them. */
export interface Memory {
  /** It is in use from now on. */
  use(wallet: Connected): void
  /** Its account or its network changed. */
  touch(wallet: Connected): void
  /** One wallet, or all. */
  drop(connectorId?: string): void
}

/** `isUnordered`: see {@link NamespaceDriver.isUnordered}. */
export function createMemory(ctx: Context, isUnordered = false): Memory {
  const toRemembered = ({ connectorId, account, accounts, caipNetworkId }: Connected): Remembered => {
    const over = isUnordered ? '' : (accounts[0]?.address ?? '')
    return [connectorId, account.address === over ? '' : account.address, over, caipNetworkId]
  }
  const edit = (change: (old: readonly Remembered[]) => readonly Remembered[]): void => {
    const next = change(remembered(ctx) ?? []).slice(0, MAX_REMEMBERED)
    if (next.some(([id]) => id)) ctx.storage.set(REMEMBERED, next)
    else ctx.storage.remove(REMEMBERED)
  }
  return {
    use: (wallet) => edit((old) => [toRemembered(wallet), ...old.filter(([id]) => id && id !== wallet.connectorId)]),
    touch: (wallet) => edit((old) => old.map((one) => (one[0] === wallet.connectorId ? toRemembered(wallet) : one))),
    drop: (connectorId) =>
      edit((old) =>
        connectorId === undefined ? [] : old.flatMap((one, at) => (one[0] !== connectorId ? [one] : at ? [] : [['']])),
      ),
  }
}

type Identity = Pick<Account, 'address' | 'publicKey'>

/** On some chains every network has a writing of its own for one key. */
const isSame = (one: Identity, other: Identity): boolean =>
  one.address === other.address || (one.publicKey !== undefined && one.publicKey === other.publicKey)

/**
 * The visitor's choice, as long as the wallet's own first account is the one that it was made over, or without one as long as it is there;
 * then the wallet's first.
 */
export function accountInUse(
  accounts: readonly Account[],
  chosen: Identity | undefined,
  over: Identity | undefined,
): Account | undefined {
  const [first] = accounts
  if (!first || !chosen || (over && !isSame(first, over))) return first
  return (
    accounts.find(({ address }) => address === chosen.address) ?? accounts.find((one) => isSame(one, chosen)) ?? first
  )
}

/** What is remembered of an account, or of none. */
export const identityOf = (address: string | undefined): Identity | undefined => (address ? { address } : undefined)
