import { slot, type TrackedProperties } from '@wallet-modal/kernel'

/** Properties of an event. Nothing that identifies the visitor belongs in here. */
export type EventProperties = TrackedProperties

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

/** Where events go beside the analytics service, such as a site's own. */
export const analyticsSinks = slot<(event: AnalyticsEvent) => void>('@wallet-modal/analytics#sinks')
