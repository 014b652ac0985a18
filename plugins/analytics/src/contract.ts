import { slot, type TrackedProperties } from '@wallet-modal/kernel'

/** Properties of an event. Must not identify the visitor. */
export type EventProperties = TrackedProperties

/** Event as sent in the body of `POST /e`. */
export interface AnalyticsEvent {
  /** A UUID (RFC 9562). */
  readonly eventId: string
  /** URL of the page without query and hash. Segments of its path that could identify the visitor (addresses, keys, ids, tokens, names, email addresses) are replaced by `…`. */
  readonly url: string
  /** The page's host name. */
  readonly domain: string
  /** In milliseconds since the Unix epoch. */
  readonly timestamp: number
  readonly props: {
    /** `error` if the event's name ends with `_ERROR` or `_FAIL`, otherwise `track`. */
    readonly type: 'track' | 'error'
    /** For example `MODAL_OPEN`. */
    readonly event: string
    readonly properties: EventProperties
  }
}

/** Functions that receive every event, such as the site's own analytics. */
export const analyticsSinks = slot<(event: AnalyticsEvent) => void>('@wallet-modal/analytics#sinks')
