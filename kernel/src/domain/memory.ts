import type { Context } from '../plugin.js'
import type { Account } from './account.js'
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

const toRemembered = ({ connectorId, account, accounts, caipNetworkId }: Connected): Remembered => {
  const first = accounts[0]?.address ?? ''
  return [connectorId, account.address === first ? '' : account.address, first, caipNetworkId]
}

export function createMemory(ctx: Context): Memory {
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

/** The visitor's choice, as long as the wallet's own first account is the one that it was made over; then the wallet's. */
export function accountInUse(
  accounts: readonly Account[],
  chosen: string | undefined,
  over: string | undefined,
): Account | undefined {
  const [first] = accounts
  return (first?.address === over && accounts.find(({ address }) => address === chosen)) || first
}
