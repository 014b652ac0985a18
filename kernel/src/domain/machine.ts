import { withDeadline } from '../deadline.js'
import { isWalletModalError, messageOf, WalletModalError } from '../errors.js'
import { guarded } from '../guard.js'
import type { Context } from '../plugin.js'
import type { ReadonlySignal, Signal } from '../signals.js'
import type { NamespaceAdapter, NamespaceDriver, SwitchOutcome } from './adapter.js'
import { type Connected, type ConnectionState, createConnection } from './connection.js'
import type { Connector } from './connector.js'
import { accountChanged, connectFailed, disconnected, networkChanged, revokeFailed } from './events.js'
import type { Network } from './network.js'
import { createReach } from './reach.js'
import { rehearse } from './rehearse.js'
import { REMEMBERED } from './remembered.js'
import { createRestore } from './restore.js'

interface MachineParts {
  readonly state: Signal<ConnectionState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

/** What stands behind an adapter. All but `connect` and `disconnect` need a live connection. */
export interface Machine {
  connect: NamespaceAdapter['connect']
  disconnect(): Promise<void>
  switchAccount(address: string): void
  switchNetwork(network: Network): Promise<SwitchOutcome>
  signMessage(message: string): Promise<string>
  balance(signal: AbortSignal): Promise<bigint>
  parseAddress(text: string): Promise<string>
  /** Connects nobody, unseen, so that the first visitor who connects does not wait for code to be compiled. */
  rehearse(): Promise<void>
}

/** The connection of one namespace: intents in, states and events out. */
export function createMachine<Provider>(ctx: Context, driver: NamespaceDriver<Provider>, parts: MachineParts): Machine {
  const { state, networks } = parts
  const { namespace } = driver
  const connection = createConnection(state)
  const reach = createReach(ctx, driver, { connection, networks })
  const isRejection = (error: unknown): boolean =>
    guarded(
      () => driver.isRejection(error),
      () => null,
    )() === true

  /** Whatever is under way or connected, ends. */
  const end = (): void => {
    const hadIntent = state.peek().status !== 'disconnected'
    reach.release()
    connection.end()
    if (hadIntent) ctx.emit(disconnected, { namespace })
  }
  const live = (): { readonly now: Connected; readonly provider: Provider } => {
    const now = connection.live()
    if (!now) throw new WalletModalError('NOT_CONNECTED', `No ${namespace} wallet is connected.`)
    return { now, provider: driver.parseProvider(now.provider) }
  }
  createRestore(ctx, {
    ...parts,
    connection,
    reach: (attempt, connector) => reach.wallet(attempt, connector, true),
    ended: end,
  })
  ctx.onDispose(() => {
    reach.release()
    connection.end()
  })
  return {
    async connect(connector, { signal, silent = false } = {}) {
      if (signal?.aborted || ctx.abortSignal.aborted) {
        connection.rest()
        return { status: 'superseded' }
      }
      const attempt = connection.begin(silent ? 'reconnecting' : 'connecting', connector.id)
      const leave = (): void => void attempt.fail()
      const givenUp = new Promise<null>((resolve) => {
        attempt.signal.addEventListener('abort', () => resolve(null))
      })
      signal?.addEventListener('abort', leave)
      try {
        const found = await Promise.race([reach.wallet(attempt, connector, silent), givenUp])
        if (found) return { status: 'connected', connection: found }
        return { status: attempt.fail() ? 'rejected' : 'superseded' } // only a silent one fails here
      } catch (error) {
        if (!attempt.fail()) return { status: 'superseded' }
        const rejected = isRejection(error)
        const message = messageOf(error)
        ctx.emit(connectFailed, { namespace, connectorId: connector.id, rejected, message })
        if (rejected || silent) return { status: 'rejected' }
        throw new WalletModalError('CONNECT_FAILED', `${connector.name} could not connect: ${message}`, {
          cause: error,
        })
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async disconnect() {
      const old = connection.live()
      end()
      ctx.storage.remove(REMEMBERED)
      if (!old || !driver.revoke) return
      try {
        await withDeadline(
          driver.revoke(driver.parseProvider(old.provider)),
          'taking the permission back',
          old.connectorName,
        )
      } catch (error) {
        ctx.emit(revokeFailed, { namespace, message: messageOf(error) })
      }
    },
    switchAccount(address) {
      const { now } = live()
      const account = now.accounts.find((one) => one.address === address)
      if (!account) throw new WalletModalError('INVALID_ARGUMENT', 'That address is not among the connected accounts.')
      if (account === now.account) return
      connection.update({ account })
      ctx.emit(accountChanged, { namespace, account })
    },
    async switchNetwork(network) {
      const { now, provider } = live()
      if (now.caipNetworkId === network.caipNetworkId) return { status: 'switched' }
      try {
        await driver.switchNetwork(provider, network)
        const after = connection.live()
        if (after && after.provider === now.provider && after.caipNetworkId === now.caipNetworkId) {
          const { caipNetworkId } = network // not every wallet tells by an event what it has just answered
          connection.update({ caipNetworkId })
          ctx.emit(networkChanged, { namespace, caipNetworkId })
        }
        return { status: 'switched' }
      } catch (error) {
        if (isRejection(error)) return { status: 'rejected' }
        if (isWalletModalError(error)) throw error
        throw new WalletModalError(
          'SWITCH_FAILED',
          `${now.connectorName} could not switch to ${network.name}: ${messageOf(error)}`,
          {
            cause: error,
          },
        )
      }
    },
    async signMessage(message) {
      const { now, provider } = live()
      const signature = await driver.signMessage(provider, now.account, message)
      const after = connection.live()
      if (after && after.provider === now.provider && after.account.address === now.account.address) return signature
      throw new WalletModalError(
        'NOT_CONNECTED',
        'The account changed while the message was being signed. Sign it again.',
      )
    },
    async balance(signal) {
      const { now } = live()
      const network = networks.peek().find((one) => one.caipNetworkId === now.caipNetworkId)
      if (network) return driver.balance(now.account, network, signal)
      throw new WalletModalError(
        'UNKNOWN_NETWORK',
        `"${now.caipNetworkId}" is not among the networks of this site. Add it to "networks".`,
      )
    },
    parseAddress: async (text) => driver.parseAddress(text),
    rehearse: () => rehearse(ctx, driver, createMachine),
  }
}
