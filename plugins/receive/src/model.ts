import { type AccountType, type Context, computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import { type ActiveAccountKind, createAccountKind } from './account-kind.js'
import { receivingFamilies } from './contract.js'
import { families } from './families.js'

/** Content of the Receive view: the active account and where it can receive. */
export interface Receiving {
  readonly address: string
  readonly type: AccountType
  /** Whether the address is that of a contract. On other networks, the contract may not exist, or the address may belong to somebody else. */
  readonly isContract: boolean
  /** Whether reading the account's kind has ended. Until then, and after a failure, `networks` contains only the active network. */
  readonly isChecked: boolean
  /** The active network; `undefined` if the site does not list it. */
  readonly network: Network | undefined
  /** Payment link for the account on the active network; `null` if the chain family has no link format that identifies the network. */
  readonly uri: string | null
  /** Networks of the site on which the account can receive. */
  readonly networks: readonly Network[]
}

export interface ReceiveModel {
  /** `null` if no account is connected. */
  readonly receiving: ReadonlySignal<Receiving | null>
  readonly accountKind: ActiveAccountKind
}

export function createReceiveModel(ctx: Context): ReceiveModel {
  const contributed = ctx.all(receivingFamilies)
  const accountKind = createAccountKind(ctx)
  return {
    accountKind,
    receiving: computed(() => {
      const active = ctx.connections.active.value
      if (!active) return null
      const { account, network, namespace, caipNetworkId } = active
      const family = [...contributed.value, ...families].find((one) => one.namespace === namespace)
      const { approved } = active.adapter.connectors.value.find(({ id }) => id === active.connectorId) ?? {}
      const approvedChains = approved?.value
      const kind = accountKind.kind.value
      // the address of a contract may belong to somebody else on other networks, and the wallet may have approved the account for some networks only
      const isPayable = ({ caipNetworkId: id }: Network): boolean =>
        id === caipNetworkId ||
        (family?.sharesAddress === true && kind === 'key' && approvedChains?.includes(id) !== false)
      return {
        address: account.address,
        type: account.type,
        isContract: kind === 'contract',
        isChecked: kind !== 'loading',
        network,
        uri: family?.toUri(account.address, caipNetworkId) ?? null,
        networks: ctx.networks.value.filter((candidate) => candidate.namespace === namespace && isPayable(candidate)),
      }
    }),
  }
}
