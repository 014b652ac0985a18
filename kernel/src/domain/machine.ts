import { withDeadline } from '../deadline.js'
import { fail, isWalletModalError, messageOf, quote, WalletModalError } from '../errors.js'
import { guarded } from '../guard.js'
import type { Context } from '../plugin.js'
import type { ReadonlySignal, Signal } from '../signals.js'
import type { ConnectOutcome, NamespaceDriver, SwitchOutcome } from './adapter.js'
import { type Connected, createConnection, type NamespaceState } from './connection.js'
import type { Connector } from './connector.js'
import { connectFailed, disconnected, revokeFailed } from './events.js'
import { createMemory } from './memory.js'
import type { Network } from './network.js'
import { createReach } from './reach.js'
import { rehearse } from './rehearse.js'
import { REMEMBERED, remembered } from './remembered.js'

interface MachineParts {
  readonly state: Signal<NamespaceState>
  readonly connectors: ReadonlySignal<readonly Connector[]>
  readonly networks: ReadonlySignal<readonly Network[]>
}

/** What stands behind an adapter. All but `connect` and `disconnect` need a live connection, and most that it is in use. */
export interface Machine {
  connect(connector: Connector, options?: { readonly signal?: AbortSignal }): Promise<ConnectOutcome>
  disconnect(connectorId?: string): Promise<void>
  use(connectorId: string, address?: string): void
  switchAccount(address: string): void
  switchNetwork(caipNetworkId: string): Promise<SwitchOutcome>
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
  const memory = createMemory(ctx)
  const reach = createReach(ctx, driver, { connection, networks, memory })
  const isRejection = (error: unknown): boolean =>
    guarded(
      () => driver.isRejection(error),
      () => null,
    )() === true

  const inUse = (): { readonly now: Connected; readonly provider: Provider } => {
    const now = state.peek().shown
    if (now.status === 'connected') return { now, provider: driver.parseProvider(now.provider) }
    throw new WalletModalError('NOT_CONNECTED', `No ${namespace} wallet is connected.`)
  }
  const networkOf = (caipNetworkId: string): Network =>
    networks.peek().find((one) => one.caipNetworkId === caipNetworkId) ??
    fail('UNKNOWN_NETWORK', `${quote(caipNetworkId)} is not among the networks of this site. Add it to "networks".`)
  const use = (connectorId: string, address?: string): void => {
    const next = connection.find(connectorId) ?? fail('NOT_CONNECTED', `${quote(connectorId)} is not connected.`)
    const account =
      address === undefined
        ? next.account
        : (next.accounts.find((one) => one.address === address) ??
          fail('INVALID_ARGUMENT', 'That address is not among the connected accounts.'))
    const before = connection.live()
    connection.update(connectorId, { account })
    connection.use(connectorId)
    memory.use({ ...next, account })
    reach.tell(before)
  }
  /** The visitor leaves one wallet. Where it was in use, the one used before takes its place: on the same page, before the same eyes. */
  const leave = (connectorId: string): void => {
    const before = connection.live()
    reach.release(connectorId)
    connection.cancel(connectorId)
    const { shown, live } = state.peek()
    const next = live.find((one) => one.connectorId !== connectorId)
    if (next && shown.status === 'connected' && shown.connectorId === connectorId) {
      connection.use(next.connectorId)
      memory.use(next)
    }
    memory.drop(connectorId)
    connection.lose(connectorId)
    reach.tell(before)
  }
  /** The permission is taken back where the wallet knows how. */
  const revoke = async ({ provider, connectorName }: Connected): Promise<void> => {
    if (!driver.revoke) return
    try {
      await withDeadline(driver.revoke(driver.parseProvider(provider)), 'taking the permission back', connectorName)
    } catch (error) {
      ctx.emit(revokeFailed, { namespace, message: messageOf(error) })
    }
  }
  let following: Promise<() => void> | undefined
  /** Brings back what is remembered, and keeps to what other tabs do; most visits need neither. */
  const follow = (): void => {
    following ??= import('./restore.js').then(({ createRestore }) =>
      createRestore(ctx, { ...parts, connection, reach }),
    )
    following.then(
      (run) => {
        if (!ctx.abortSignal.aborted) run()
      },
      (error: unknown) => {
        following = undefined // a failed download is tried again
        connection.rest()
        ctx.log.warn(error)
      },
    )
  }
  if (remembered(ctx)) follow()
  ctx.onDispose(ctx.storage.watch(REMEMBERED, follow))
  ctx.onDispose(() => {
    reach.release()
    connection.end()
  })
  return {
    async connect(connector, { signal } = {}) {
      if (signal?.aborted || ctx.abortSignal.aborted) {
        connection.rest()
        return { status: 'superseded' }
      }
      const attempt = connection.begin('connecting', connector.id)
      const leave = (): void => void attempt.fail()
      const givenUp = new Promise<null>((resolve) => {
        attempt.signal.addEventListener('abort', () => resolve(null))
      })
      signal?.addEventListener('abort', leave)
      try {
        const found = await Promise.race([reach.wallet(attempt, connector), givenUp])
        return found ? { status: 'connected', connection: found } : { status: 'superseded' }
      } catch (error) {
        if (!attempt.fail()) return { status: 'superseded' }
        const rejected = isRejection(error)
        const message = messageOf(error)
        ctx.emit(connectFailed, { namespace, connectorId: connector.id, rejected, message })
        if (rejected) return { status: 'rejected' }
        throw new WalletModalError('CONNECT_FAILED', `${connector.name} could not connect: ${message}`, {
          cause: error,
        })
      } finally {
        signal?.removeEventListener('abort', leave)
      }
    },
    async disconnect(connectorId) {
      const { live, shown } = state.peek()
      const leaving = live.filter((one) => connectorId === undefined || one.connectorId === connectorId)
      if (connectorId === undefined) {
        reach.release()
        connection.end()
        ctx.storage.remove(REMEMBERED)
        if (shown.status !== 'disconnected') ctx.emit(disconnected, { namespace })
      } else leave(connectorId)
      await Promise.all(leaving.map(revoke))
    },
    use,
    switchAccount: (address) => use(inUse().now.connectorId, address),
    async switchNetwork(caipNetworkId) {
      const network = networkOf(caipNetworkId)
      const { now, provider } = inUse()
      if (now.caipNetworkId === caipNetworkId) return { status: 'switched' }
      try {
        await driver.switchNetwork(provider, network)
        const after = connection.find(now.connectorId)
        // not every wallet tells by an event what it has just answered
        if (after && after.provider === now.provider && after.caipNetworkId === now.caipNetworkId)
          reach.change(now.connectorId, { caipNetworkId })
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
      const { now, provider } = inUse()
      const signature = await driver.signMessage(provider, now.account, message)
      const after = connection.live()
      if (after && after.provider === now.provider && after.account.address === now.account.address) return signature
      throw new WalletModalError(
        'NOT_CONNECTED',
        'The account changed while the message was being signed. Sign it again.',
      )
    },
    async balance(signal) {
      const { now } = inUse()
      return driver.balance(now.account, networkOf(now.caipNetworkId), signal)
    },
    parseAddress: async (text) => driver.parseAddress(text),
    rehearse: () => rehearse(ctx, driver, createMachine),
  }
}
