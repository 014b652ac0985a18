import {
  accountChanged,
  type Context,
  closed,
  connectFailed,
  disconnected,
  networkChanged,
  revokeFailed,
  tracked,
  transactionNotSent,
  transactionSent,
  transactionSettled,
} from '@wallet-modal/kernel'
import { accountFacts } from './account-facts.js'
import type { AnalyticsEvent, EventProperties } from './contract.js'
import { redact, redactPath } from './redact.js'
import type { Report } from './report.js'
import { createSender } from './sender.js'
import { notSentEvent, type ReportedEvent, sentEvent, settledEvent } from './transaction-events.js'
import { recordViews, type Visit } from './views.js'
import { methodOf, recordSelections } from './wallets.js'

interface RecorderOptions {
  /** Whether events are sent to the service `analytics`. */
  readonly service: boolean
  /** Sinks and listeners of the site and of plugins. */
  receivers(): readonly ((event: AnalyticsEvent) => void)[]
}

interface ConnectedWallet {
  readonly connectorId: string
  readonly connectorName: string
  readonly caipNetworkId: string
}

/** Converts events of the kernel and opened views to analytics events. */
export interface Recorder {
  opened(): void
  connected(connection: ConnectedWallet): void
}

export function createRecorder(ctx: Context, { service, receivers }: RecorderOptions): Recorder {
  const send = service ? createSender(ctx) : undefined
  const deliver = (event: AnalyticsEvent): void => {
    for (const receive of receivers()) {
      try {
        receive(event)
      } catch (error) {
        ctx.log.warn('a receiver of analytics events failed', error)
      }
    }
  }
  const report: Report = (name, properties = {}) => {
    const event = toEvent(name, redact({ ...accountFacts(name, ctx.connections.active.peek()), ...properties }))
    deliver(event)
    send?.(event)
  }
  const isConnected = (): boolean => ctx.connections.active.peek() !== null
  report('INITIALIZE', {
    networks: ctx.networks.peek().map(({ caipNetworkId }) => caipNetworkId),
    themeMode: ctx.site.theme.peek(),
    locale: ctx.site.locale.peek(),
  })
  ctx.on(closed, () => report('MODAL_CLOSE', { connected: isConnected() }))
  ctx.on(tracked, ({ event, properties }) => report(event, properties))
  recordConnections(ctx, report)
  recordTransactions(ctx, report)
  const visit: Visit = recordViews(ctx, report)
  const selection = recordSelections(ctx, { report, visit })
  return {
    opened: () => report('MODAL_OPEN', { connected: isConnected() }),
    connected: ({ connectorId, connectorName: name, caipNetworkId: network }) => {
      const view = selection.view()
      report('CONNECT_SUCCESS', { method: methodOf(ctx, connectorId), name, network, ...(view && { view }) })
    },
  }
}

function recordConnections(ctx: Context, report: Report): void {
  ctx.on(connectFailed, ({ rejected, message }) => report(rejected ? 'USER_REJECTED' : 'CONNECT_ERROR', { message }))
  ctx.on(disconnected, ({ namespace }) => report('DISCONNECT_SUCCESS', { namespace }))
  ctx.on(revokeFailed, ({ message }) => report('DISCONNECT_ERROR', { message }))
  ctx.on(networkChanged, ({ caipNetworkId: network }) => report('SWITCH_NETWORK', { network }))
  recordAccountTypes(ctx, report)
}

function recordAccountTypes(ctx: Context, report: Report): void {
  const { active } = ctx.connections
  let previous = active.peek()
  let current = previous
  const follow = (): void => {
    if (active.peek() === current) return
    previous = current
    current = active.peek()
  }
  // another wallet can become active without an event
  ctx.effect(() => {
    void active.value
    follow()
  })
  ctx.on(accountChanged, ({ namespace }) => {
    follow() // in a batch, events are emitted before effects run
    if (current?.namespace !== namespace || previous?.namespace !== namespace) return
    const { type: accountType } = current.account
    if (previous.connectorId === current.connectorId && previous.account.type !== accountType)
      report('SET_PREFERRED_ACCOUNT_TYPE', { accountType })
  })
}

function recordTransactions(ctx: Context, report: Report): void {
  const reportIf = (reported: ReportedEvent | undefined): void => {
    if (reported) report(reported.event, reported.properties)
  }
  ctx.on(transactionSent, (sent) => reportIf(sentEvent(sent)))
  ctx.on(transactionNotSent, (unsent) => reportIf(notSentEvent(unsent)))
  ctx.on(transactionSettled, (sent) => reportIf(settledEvent(sent, sent.status)))
}

/** UUID of version 4 (RFC 9562). `crypto.randomUUID` is missing on pages that are not secure contexts. */
function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const view = new DataView(bytes.buffer)
  view.setUint8(6, (view.getUint8(6) & 0x0f) | 0x40) // version
  view.setUint8(8, (view.getUint8(8) & 0x3f) | 0x80) // variant
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function toEvent(event: string, properties: EventProperties): AnalyticsEvent {
  const { origin, pathname, hostname: domain } = location
  const type = /_(ERROR|FAIL)$/.test(event) ? 'error' : 'track'
  return {
    ...{ eventId: newUuid(), url: origin + redactPath(pathname), domain, timestamp: Date.now() },
    props: { type, event, properties },
  }
}
