import { readWith } from '@wallet-modal/kernel'

/** Offer of the service. Amounts are text as received, for display only. */
export interface Offer {
  readonly id: string
  readonly title: string
  /** Amount that the visitor receives, such as `0.0123 ETH`. */
  readonly receives: string
  /** Checkout page of the service. */
  readonly checkoutUrl: string
}

const textOf = (record: Record<string, unknown>, key: string): string => {
  const value = record[key]
  if (typeof value === 'string' && value !== '' && value.length <= 500) return value
  throw new Error(`"${key}" is not a text of 1 to 500 characters`)
}

/** Checkout URL of an offer. Throws for a page of another origin, so that a reply cannot send visitors to another site. */
function checkoutOf(text: string, serviceUrl: string): string {
  const url = new URL(text)
  if (url.origin === new URL(serviceUrl).origin && /^https?:$/.test(url.protocol)) return url.href
  throw new Error('"checkoutUrl" is not a page of the service')
}

/** Schema for the reply of `/offers`: at most 100 offers, with checkout pages on the origin of `serviceUrl`. Throws for other replies. */
export const offersOf = (serviceUrl: string) =>
  readWith((answer): readonly Offer[] => {
    if (!Array.isArray(answer) || answer.length > 100) throw new Error('the reply is not a list of at most 100 offers')
    return answer.map((one: unknown) => {
      const record: Record<string, unknown> = Object(one)
      return {
        id: textOf(record, 'id'),
        title: textOf(record, 'title'),
        receives: textOf(record, 'receives'),
        checkoutUrl: checkoutOf(textOf(record, 'checkoutUrl'), serviceUrl),
      }
    })
  })
