import { fail, isWalletModalError, messageOf, quote, WalletModalError } from '../../errors/errors.js'
import type { Context } from '../../plugins/plugin.js'
import type { ReadonlySignal } from '../../signals.js'
import type { Network } from '../network.js'
import type { NamespaceAdapter, NamespaceDriver } from './adapter.js'
import type { Connected, NamespaceConnections, NamespaceState } from './connection.js'
import type { Connector } from './connector.js'
import { createRevocations, type Revocations } from './revocations.js'

interface WalletRequestDependencies {
  readonly state: ReadonlySignal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
  readonly connections: NamespaceConnections
  isRejection(error: unknown): boolean
  /** Called with the new network after a wallet has switched. */
  updateConnection(connectorId: string, change: Parameters<NamespaceConnections['update']>[1]): void
}

/** Requests to connected wallets, and the balance of the active account, which is read from the chain. */
interface WalletRequests extends Pick<NamespaceAdapter, 'switchNetwork' | 'signMessage'>, Revocations {
  balance(signal: AbortSignal, network?: Network): Promise<bigint>
}

export function createWalletRequests<Provider>(
  ctx: Context,
  driver: NamespaceDriver<Provider>,
  dependencies: WalletRequestDependencies,
): WalletRequests {
  const { state, networks, connections, isRejection, updateConnection } = dependencies
  const { namespace } = driver
  const activeWallet = (): { readonly connection: Connected; readonly provider: Provider } => {
    const connection = activeOf(connections, namespace)
    return { connection, provider: driver.parseProvider(connection.provider) }
  }
  const networkOf = (caipNetworkId: string): Network =>
    networks.peek().find((one) => one.caipNetworkId === caipNetworkId) ??
    fail('UNKNOWN_NETWORK', `${quote(caipNetworkId)} is not one of the networks of this site. Add it to "networks".`)
  return {
    async switchNetwork(caipNetworkId) {
      const network = networkOf(caipNetworkId)
      const { connection, provider } = activeWallet()
      if (connection.caipNetworkId === caipNetworkId) return { status: 'switched' }
      try {
        await whileConnected(state, connection, driver.switchNetwork(provider, network))
        const after = connections.find(connection.connectorId)
        // not every wallet emits an event for a change that it has just confirmed
        if (after && after.provider === connection.provider && after.caipNetworkId === connection.caipNetworkId)
          updateConnection(connection.connectorId, { caipNetworkId })
        return { status: 'switched' }
      } catch (error) {
        if (isRejection(error)) return { status: 'rejected' }
        if (isWalletModalError(error)) throw error
        const message = `${connection.connectorName} could not switch to ${network.name}: ${messageOf(error)}`
        throw new WalletModalError('SWITCH_FAILED', message, { cause: error })
      }
    },
    async signMessage(message) {
      const { connection, provider } = activeWallet()
      const signing = driver.signMessage(provider, connection.account, message).catch((error: unknown) => {
        throw isRejection(error) ? toRejection(error) : error
      })
      const signature = await whileConnected(state, connection, signing)
      const after = connections.active()
      if (after && after.provider === connection.provider && after.account.address === connection.account.address)
        return signature
      throw new WalletModalError(
        'NOT_CONNECTED',
        'The account changed while the message was being signed. Sign the message again.',
      )
    },
    async balance(signal, network) {
      const active = activeOf(connections, namespace)
      return driver.balance(active.account, network ?? networkOf(active.caipNetworkId), signal)
    },
    ...createRevocations(ctx, driver, dependencies),
  }
}

/** Error of a request that the visitor rejected, with the code 4001 of EIP-1193 in every chain family. */
const toRejection = (cause: unknown): unknown =>
  Object(cause).code === 4001 ? cause : Object.assign(new Error(messageOf(cause), { cause }), { code: 4001 })

/** Resolves to the wallet's answer. Rejects with `NOT_CONNECTED` when the wallet disconnects, because it may then never answer. */
const whileConnected = <T>(state: ReadonlySignal<NamespaceState>, wallet: Connected, answer: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const unsubscribe = state.subscribe(({ connections }) => {
      if (connections.some(({ provider }) => provider === wallet.provider)) return
      reject(new WalletModalError('NOT_CONNECTED', `${wallet.connectorName} disconnected before it answered.`))
      queueMicrotask(() => unsubscribe()) // `subscribe` calls this function before it returns `unsubscribe`
    })
    answer.then(resolve, reject).finally(unsubscribe)
  })

/** Active connection. Throws `NOT_CONNECTED` if there is none. */
export const activeOf = (connections: NamespaceConnections, namespace: string): Connected =>
  connections.active() ?? fail('NOT_CONNECTED', `No ${namespace} wallet is connected.`)
