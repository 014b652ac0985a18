import { event, slot } from '@wallet-modal/kernel'

/** Properties of an event. Nothing that names the visitor belongs in here. */
export type EventProperties = Readonly<Record<string, string | number | boolean>>

/** An event as it is reported: `POST /e` has this as its body. */
export interface AnalyticsEvent {
  /** A UUID (RFC 9562). */
  readonly eventId: string
  /** The page's address without query and hash. */
  readonly url: string
  /** The page's host name. */
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly props: {
    readonly type: 'track' | 'error'
    /** For example `MODAL_OPEN`. */
    readonly event: string
    readonly properties: EventProperties
  }
}

/** Emitted by any plugin that has something to report, such as `ctx.emit(track, { event: 'SEARCH_WALLET' })`. */
export const track = event<{ readonly event: string; readonly properties?: EventProperties }>(
  '@wallet-modal/analytics#track',
)

/** Where events go beside the analytics service, such as a site's own. */
export const analyticsSinks = slot<(event: AnalyticsEvent) => void>('@wallet-modal/analytics#sinks')
