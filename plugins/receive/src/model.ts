import { type AccountType, type Context, computed, type Network, type ReadonlySignal } from '@wallet-modal/kernel'
import { receivingFamilies } from './contract.js'
import { families } from './families.js'

/** What there is to say about being paid. */
export interface Receiving {
  readonly address: string
  readonly type: AccountType
  /** A contract's address, which may be nobody's on other networks. */
  readonly isContract: boolean
  /** The network in use; absent where the site does not list it. */
  readonly network: Network | undefined
  /** A link that names account and network, where the chain family has one. */
  readonly uri: string | null
  /** The networks of the site on which the address can be paid. */
  readonly networks: readonly Network[]
}

export interface ReceiveModel {
  /** `null` while nobody is connected. */
  readonly receiving: ReadonlySignal<Receiving | null>
}

export function createReceiveModel(ctx: Context): ReceiveModel {
  const contributed = ctx.all(receivingFamilies)
  return {
    receiving: computed(() => {
      const active = ctx.connections.active.value
      if (!active) return null
      const { account, network, namespace, caipNetworkId } = active
      const family = [...contributed.value, ...families].find((one) => one.namespace === namespace)
      const { approved } = active.adapter.connectors.value.find(({ id }) => id === active.connectorId) ?? {}
      const known = approved?.value
      const isContract = account.type === 'smartAccount' && !account.isDelegated
      // a contract's address, and what a wallet keeps to some networks, may be nobody's on the others
      const isPayable = ({ caipNetworkId: id }: Network): boolean =>
        id === caipNetworkId || (family?.sharesAddress === true && !isContract && known?.includes(id) !== false)
      return {
        address: account.address,
        type: account.type,
        isContract,
        network,
        uri: family?.toUri(account.address, caipNetworkId) ?? null,
        networks: ctx.networks.value.filter((one) => one.namespace === namespace && isPayable(one)),
      }
    }),
  }
}
