import { type Account, type Context, computed, type ReadonlySignal } from '@wallet-modal/kernel'

/** The account to switch to, if the wallet has both an EOA and a smart account; `null` otherwise. */
export const readOtherType = ({ connections }: Context): ReadonlySignal<Account | null> =>
  computed(() => {
    const active = connections.active.value
    const otherType = active?.account.type === 'smartAccount' ? 'eoa' : 'smartAccount'
    if (!active || !['eoa', 'smartAccount'].includes(active.account.type)) return null
    return active.accounts.find(({ type }) => type === otherType) ?? null
  })
