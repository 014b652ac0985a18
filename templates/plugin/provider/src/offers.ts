import { readWith } from '@wallet-modal/kernel'

/** What the service sells: amounts are text, as it wrote them, and are never calculated with. */
export interface Offer {
  readonly id: string
  readonly title: string
  /** What the visitor gets, such as `0.0123 ETH`. */
  readonly receives: string
  /** Where the visitor goes on: a page of the service itself. */
  readonly checkoutUrl: string
}

const textOf = (record: Record<string, unknown>, key: string): string => {
  const value = record[key]
  if (typeof value === 'string' && value !== '' && value.length <= 500) return value
  throw new Error(`"${key}" is no text`)
}

/** Checkout is a page of the service: an answer cannot send visitors anywhere else. */
function checkoutOf(text: string, serviceUrl: string): string {
  const url = new URL(text)
  if (url.origin === new URL(serviceUrl).origin && /^https?:$/.test(url.protocol)) return url.href
  throw new Error('"checkoutUrl" leads away from the service')
}

/** Reads the answer of `/offers`. */
export const offersOf = (serviceUrl: string) =>
  readWith((answer): readonly Offer[] => {
    if (!Array.isArray(answer) || answer.length > 100) throw new Error('is no list of offers')
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
