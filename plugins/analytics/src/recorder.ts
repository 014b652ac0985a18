import {
  type Context,
  closed,
  connectFailed,
  connectors,
  disconnected,
  networkChanged,
  revokeFailed,
  transactionSent,
  transactionSettled,
} from '@wallet-modal/kernel'
import { type AnalyticsEvent, type EventProperties, track } from './contract.js'
import { createSender } from './sender.js'
import { sentEvent, settledEvent } from './transaction-events.js'
import { viewEvents } from './view-events.js'

interface RecorderParts {
  readonly service: boolean
  tell(event: AnalyticsEvent): void
}

interface Connected {
  readonly connectorId: string
  readonly connectorName: string
  readonly caipNetworkId: string
}

/** Turns what happens in the modal into events. */
export interface Recorder {
  opened(): void
  connected(connection: Connected): void
}

type Report = (event: string, properties?: EventProperties) => void

export function createRecorder(ctx: Context, { service, tell }: RecorderParts): Recorder {
  const send = service ? createSender(ctx) : undefined
  const report: Report = (name, properties = {}) => {
    const event = toEvent(name, properties)
    tell(event)
    send?.(event)
  }
  const isConnected = (): boolean => ctx.connections.active.peek() !== null
  ctx.on(closed, () => report('MODAL_CLOSE', { connected: isConnected() }))
  recordConnections(ctx, report)
  recordTransactions(ctx, report)
  ctx.on(track, ({ event, properties }) => report(event, properties))
  let shown: unknown
  ctx.effect(() => {
    const route = ctx.router.current.value
    if (route?.key === shown) return
    shown = route?.key
    const event = viewEvents[route?.view.name ?? '']
    if (event !== undefined) queueMicrotask(() => report(event)) // an effect may not write what it could come to read
  })
  return {
    opened: () => report('MODAL_OPEN', { connected: isConnected() }),
    connected: ({ connectorId, connectorName: name, caipNetworkId: network }) =>
      report('CONNECT_SUCCESS', { method: methodOf(ctx, connectorId), name, network }),
  }
}

function recordConnections(ctx: Context, report: Report): void {
  ctx.on(connectFailed, ({ rejected, message }) => report(rejected ? 'USER_REJECTED' : 'CONNECT_ERROR', { message }))
  ctx.on(disconnected, ({ namespace }) => report('DISCONNECT_SUCCESS', { namespace }))
  ctx.on(revokeFailed, ({ message }) => report('DISCONNECT_ERROR', { message }))
  ctx.on(networkChanged, ({ caipNetworkId: network }) => report('SWITCH_NETWORK', { network }))
}

function recordTransactions(ctx: Context, report: Report): void {
  ctx.on(transactionSent, (sent) => {
    const found = sentEvent(sent)
    if (found) report(found.event, found.properties)
  })
  ctx.on(transactionSettled, (sent) => {
    const found = settledEvent(sent, sent.status === 'confirmed')
    if (found) report(found.event, found.properties)
  })
}

/** How the wallet was reached: `browser` where it is installed here, `mobile` or `qrcode` where it is paired by link, else `email`. */
function methodOf(ctx: Context, connectorId: string): string {
  const connector = ctx
    .all(connectors)
    .peek()
    .find(({ id }) => id === connectorId)
  if (connector?.pairsByLink) return matchMedia('(pointer: coarse)').matches ? 'mobile' : 'qrcode'
  return connector?.hasOwnBlock ? 'email' : 'browser'
}

/** Builds the event that is sent. There is no `MODAL_CREATED` event: a page load alone is not reported. */
function toEvent(event: string, properties: EventProperties): AnalyticsEvent {
  const { origin, pathname, hostname: domain } = location
  const type = /_(ERROR|FAIL)$/.test(event) ? 'error' : 'track'
  return {
    ...{ eventId: crypto.randomUUID(), url: origin + pathname, domain, timestamp: Date.now() },
    props: { type, event, properties },
  }
}
